"""The verifier: what looks again, and closer, at faces whose name is in doubt.

Photos hold few sets, and what is in doubt is mostly a set never seen. The verifier learns from thousands of made-up
sets, so that no picture can be learnt by heart and the marks must be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer import BACK
from training.backbone import DEEPER
from training.crops import Patch
from training.nets import Classifier
from training.pool import MORE_BLANK, REPEATED, Pool
from vision.classify import CLASSES, NO_FACE
from vision.verify import CLOSE_SIZE

UPRIGHT = 0.6
"""Share of the crops that are upright whatever falls to them; the classifier's turn is not always right."""
SOURCES = (0.4, 0.2, 0.4)
"""Shares of single pictures, made-up ones among them, drawn tables and photos."""
FLOWERS = 0.35
"""Share of the faces that are flowers beside those that fall to them as to every class."""


def verifier_views(faces: Sequence[Patch], made_up: Sequence[Patch], nothing: Sequence[Patch]) -> Pool:
    """Give what the verifier's crops are drawn from.

    Args:
        faces: of photos and drawn tables (backs and what is no face among them), and single-tile pictures.
        made_up: faces of made-up sets.
        nothing: pieces of photos that are no face.
    """
    backs = [patch for patch in faces if patch.tile == BACK]
    none = [*nothing, *nothing, *(patch for patch in faces if patch.tile == NO_FACE)]
    named = [patch for patch in faces if patch.tile not in (BACK, NO_FACE)]
    single = [patch for patch in named if patch.source == "shop"]
    return Pool(
        [*named, *single * (REPEATED - 1), *made_up],
        backs,
        none,
        shares=MORE_BLANK,
        flowers=FLOWERS,
        sources=SOURCES,
        upright=UPRIGHT,
        size=CLOSE_SIZE,
    )


def deeper(classifier: Classifier) -> Classifier:
    """Build a deeper network that sees at first as the classifier does; what lies deeper is as ImageNet taught it."""
    net = Classifier(len(CLASSES), pretrained=True, stages=DEEPER)
    net.body.load_state_dict({**net.body.state_dict(), **classifier.body.state_dict()})
    return net
