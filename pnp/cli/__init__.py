"""The command line: a module for each group of commands, loaded when called; it alone prints and sets exit codes."""
