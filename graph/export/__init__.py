"""The knowledge base as data for other tools: tables with a described schema, in several file formats."""

from graph.export.files import (
    GRAPH_FORMATS,
    TABLE_FORMATS,
    ExportedFile,
    export_graphs,
    export_tables,
)
from graph.export.tables import TABLES, ExportError, Selection, Table, select_tables

__all__ = [
    "GRAPH_FORMATS",
    "TABLES",
    "TABLE_FORMATS",
    "ExportError",
    "ExportedFile",
    "Selection",
    "Table",
    "export_graphs",
    "export_tables",
    "select_tables",
]
