"""The knowledge base as data for other tools: tables with a described schema, in several file formats."""

from graph.export.files import (
    GRAPH_FORMATS,
    TABLE_FORMATS,
    ExportedFile,
    export_graphs,
    export_tables,
    open_parquet,
)
from graph.export.tables import TABLES, Column, ExportError, Table, select_tables

__all__ = [
    "GRAPH_FORMATS",
    "TABLES",
    "TABLE_FORMATS",
    "Column",
    "ExportError",
    "ExportedFile",
    "Table",
    "export_graphs",
    "export_tables",
    "open_parquet",
    "select_tables",
]
