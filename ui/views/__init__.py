"""Pages of the app: each file is one, run by Streamlit."""
