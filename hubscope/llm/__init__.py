"""Chat models behind one small interface; they know no graph and no benchmark."""
