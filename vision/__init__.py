"""Photo in, table reading out: decode, locate, rectify, classify, assemble. Knows tiles and hands, not points."""

from vision.draw import draw_reading
from vision.errors import PHOTO_ERROR_CODES, PhotoError
from vision.photo import Photo, encode_stored, load_photo
from vision.reader import Reader
from vision.reading import SURE, Change, ReadHand, ReadingWarning, ReadTile, Suggestion, TableReading

__all__ = [
    "Reader",
    "TableReading",
    "ReadTile",
    "ReadHand",
    "Suggestion",
    "Change",
    "ReadingWarning",
    "Photo",
    "load_photo",
    "encode_stored",
    "draw_reading",
    "PhotoError",
    "PHOTO_ERROR_CODES",
    "SURE",
]
