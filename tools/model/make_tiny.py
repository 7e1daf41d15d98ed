#!/usr/bin/env python3
"""Makes the small model that the tests run: trains it, exports it to ONNX, quantises it, and writes its folder.

  pip install numpy onnx onnxruntime tokenizers
  python3 tools/model/make_tiny.py [OUT]        (default: test/files/model/tiny)

A real token classifier of its kind, only small: word pieces, an embedding, a window of five pieces, one hidden layer, three labels. It
learns from the sentences of tools/names/sentences.tsv with names that are made up from syllables, so that it knows how names are
announced and written, and no list of them. Beside it stand tokenizers of the other two kinds, and where the library that made them
says that their pieces stand (offsets.json), for the tests of offsets. Users need none of this.
"""
import json, random, re, sys, tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

ROOT = Path(__file__).resolve().parents[2]
LABELS = ["O", "B-PERSON", "I-PERSON"]
PIECES, WIDTH, AROUND, HIDDEN = 1500, 24, 2, 32
SENTENCES, STEPS, BATCH, RATE = 6000, 4000, 256, 0.004

# Gaps for people in the sentences.
PERSONS = "NGFI"
SYLLABLES = "ka lo mi ra den to var si bel no ri an fe ju po tel ga wen du ro mar le nas ti ze ho pri cal ber ye ma ond sha vi kos".split()
ORGANISATIONS = "Harrow Freight,Lindmere Council,Astel Group,Bexley Water,Novaline,Corran Trust".split(",")
PLACES = "Lagos,Leeds,Kisumu,Porto,Graz,Lyon,Aarhus,Malmo,Accra,Durban,Bremen".split(",")


def word(rng):
    return "".join(rng.choice(SYLLABLES) for _ in range(rng.choice([2, 2, 3]))).capitalize()


def filled(sentence, rng):
    """A sentence with its gaps filled, and the ranges of what was put there: start, end, kind of gap."""
    text, spans, at = "", [], 0
    for gap in re.finditer(r"\{([NGFLOID#])(?:'[^}]*)?\}", sentence):
        text += sentence[at : gap.start()]
        at = gap.end()
        kind = gap.group(1)
        made = {
            "N": lambda: f"{word(rng)} {word(rng)}",
            "G": lambda: word(rng),
            "F": lambda: word(rng),
            "I": lambda: f"{rng.choice('ABCDEFGHJKLMNPRSTW')}. {word(rng)}",
            "L": lambda: rng.choice(PLACES),
            "O": lambda: rng.choice(ORGANISATIONS),
            "#": lambda: str(rng.randrange(2, 9000)),
            "D": lambda: rng.choice(["Monday", "4 March", "12.03.2024", "Friday"]),
        }[kind]()
        spans.append((len(text), len(text) + len(made), kind))
        text += made
    return text + sentence[at:], spans


def corpus(rng):
    lines = (ROOT / "tools/names/sentences.tsv").read_text(encoding="utf-8").splitlines()
    sentences = [line.split("\t")[1] for line in lines if line.startswith("en\t")]
    return [filled(rng.choice(sentences), rng) for _ in range(SENTENCES)]


def word_pieces(texts):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=False, strip_accents=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    tokenizer.train_from_iterator(texts, trainers.WordPieceTrainer(vocab_size=PIECES, special_tokens=special, show_progress=False))
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    return tokenizer


def other_tokenizers(texts):
    """SentencePiece's unigram, and pieces of bytes."""
    unigram = Tokenizer(models.Unigram())
    unigram.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(" {2,}", " ")])
    unigram.pre_tokenizer = pre_tokenizers.Metaspace()
    unigram.train_from_iterator(
        texts, trainers.UnigramTrainer(vocab_size=500, special_tokens=["<s>", "</s>", "<unk>"], unk_token="<unk>", show_progress=False)
    )
    unigram.post_processor = processors.TemplateProcessing(single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 1)])
    pieces = Tokenizer(models.BPE())
    pieces.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    pieces.train_from_iterator(
        texts,
        trainers.BpeTrainer(
            vocab_size=600, special_tokens=["<s>", "</s>"], initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
        ),
    )
    pieces.post_processor = processors.RobertaProcessing(("</s>", 1), ("<s>", 0), trim_offsets=True, add_prefix_space=False)
    return {"unigram": unigram, "bytes": pieces}


def examples(tokenizer, rows):
    """For every piece: the pieces around it, and its label."""
    xs, ys = [], []
    for text, spans in rows:
        encoding = tokenizer.encode(text)
        ids = [0] * AROUND + encoding.ids + [0] * AROUND
        for i, (start, end) in enumerate(encoding.offsets):
            label = 0
            for first, last, kind in spans:
                if kind in PERSONS and start < end and start >= first and end <= last:
                    label = 1 if start == first else 2
            xs.append(ids[i : i + 2 * AROUND + 1])
            ys.append(label)
    return np.array(xs), np.array(ys)


def train(xs, ys, pieces):
    """Cross entropy, Adam; the embedding of number 0, which fills up, stays zero."""
    rng = np.random.default_rng(7)
    window = 2 * AROUND + 1
    weights = {
        "pieces": rng.normal(0, 0.3, (pieces, WIDTH)),
        "hidden": rng.normal(0, (1 / (window * WIDTH)) ** 0.5, (window * WIDTH, HIDDEN)),
        "hidden_bias": np.zeros(HIDDEN),
        "labels": rng.normal(0, (1 / HIDDEN) ** 0.5, (HIDDEN, len(LABELS))),
        "labels_bias": np.zeros(len(LABELS)),
    }
    weights["pieces"][0] = 0
    moments = {name: [np.zeros_like(value), np.zeros_like(value)] for name, value in weights.items()}
    for step in range(1, STEPS + 1):
        batch = rng.integers(0, len(xs), BATCH)
        # Pieces are dropped at times: the context identifies a name too.
        x = np.where(rng.random((BATCH, window)) < 0.1, 1, xs[batch])
        y = ys[batch]
        embedded = weights["pieces"][x].reshape(BATCH, -1)
        before = embedded @ weights["hidden"] + weights["hidden_bias"]
        hidden = np.maximum(before, 0)
        scores = hidden @ weights["labels"] + weights["labels_bias"]
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        loss = -np.log(shares[np.arange(BATCH), y] + 1e-12).mean()
        at_scores = shares.copy()
        at_scores[np.arange(BATCH), y] -= 1
        at_scores /= BATCH
        at_hidden = (at_scores @ weights["labels"].T) * (before > 0)
        at_embedded = (at_hidden @ weights["hidden"].T).reshape(BATCH, window, WIDTH)
        at_pieces = np.zeros_like(weights["pieces"])
        np.add.at(at_pieces, x, at_embedded)
        at_pieces[0] = 0
        slopes = {
            "pieces": at_pieces,
            "hidden": embedded.T @ at_hidden,
            "hidden_bias": at_hidden.sum(0),
            "labels": hidden.T @ at_scores,
            "labels_bias": at_scores.sum(0),
        }
        for name, slope in slopes.items():
            first, second = moments[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            weights[name] -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        if step % 1000 == 0:
            print(f"step {step}: loss {loss:.4f}")
    return {name: value.astype(np.float32) for name, value in weights.items()}


def graph(weights):
    """input_ids and attention_mask [1, n] to logits [1, n, 3]."""
    window = 2 * AROUND + 1
    constant = lambda name, values: numpy_helper.from_array(np.asarray(values), name)
    last = np.iinfo(np.int64).max
    nodes = [
        helper.make_node("Gather", ["pieces", "input_ids"], ["embedded"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last_axis"], ["mask_3"]),
        helper.make_node("Mul", ["embedded", "mask_3"], ["seen"]),
        helper.make_node("Pad", ["seen", "pads"], ["padded"]),
    ]
    constants = [
        constant("last_axis", np.array([2], np.int64)),
        constant("pads", np.array([0, AROUND, 0, 0, AROUND, 0], np.int64)),
        constant("axis", np.array([1], np.int64)),
    ]
    for i in range(window):
        constants += [
            constant(f"from_{i}", np.array([i], np.int64)),
            constant(f"to_{i}", np.array([i - window + 1 if i < window - 1 else last], np.int64)),
        ]
        nodes.append(helper.make_node("Slice", ["padded", f"from_{i}", f"to_{i}", "axis"], [f"part_{i}"]))
    nodes += [
        helper.make_node("Concat", [f"part_{i}" for i in range(window)], ["around"], axis=2),
        helper.make_node("MatMul", ["around", "hidden"], ["product"]),
        helper.make_node("Add", ["product", "hidden_bias"], ["sum"]),
        helper.make_node("Relu", ["sum"], ["active"]),
        helper.make_node("MatMul", ["active", "labels"], ["scores"]),
        helper.make_node("Add", ["scores", "labels_bias"], ["logits"]),
    ]
    row = lambda name: helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
    made = helper.make_graph(
        nodes,
        "tiny",
        [row("input_ids"), row("attention_mask")],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "length", len(LABELS)])],
        [constant(name, value) for name, value in weights.items()] + constants,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    return model


# Every script, marks that combine, signs outside the basic plane, and what tokenizers change.
SAMPLES = [
    "Yesterday Casey Example wrote to Dr. O'Connor-Smith.",
    "Müller, Łukasz Żółć, İstanbul, ΟΔΟΣ, Ｗｉｄｅ ﬁsh ½ Ⅷ",
    "e\u0301 combining A\u030a o\u0302\u0301 n\u0303",
    "王小明住在北京。 東京タワー 한국어 이름 ไทย สวัสดี हिन्दी नमस्ते தமிழ்",
    "אברהם שלום محمد علي עִבְרִית مُحَمَّد",
    "Имя: Иван Петров, Київ; Ђорђе",
    "😀 👩\u200d👩\u200d👧 🇳🇬 𝔊𝔬𝔱𝔥𝔦𝔠 𐍈 text",
    "tabs\tand\n\nlines  of   blanks \u00a0 and [SEP] </s> <unk>",
    "https://example.com/a?b=c#d  x_y-z  1,234.56€",
]


def offsets(tokenizers):
    """By tokenizer and sample: numbers of the pieces, and where each stands, in code points."""
    made = {}
    for name, tokenizer in tokenizers.items():
        made[name] = []
        for text in SAMPLES:
            encoding = tokenizer.encode(text, add_special_tokens=False)
            made[name].append({"text": text, "ids": encoding.ids, "offsets": [list(pair) for pair in encoding.offsets]})
    return made


def main():
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "test/files/model/tiny"
    out.mkdir(parents=True, exist_ok=True)
    rows = corpus(random.Random(7))
    texts = [text for text, _ in rows]
    tokenizer = word_pieces(texts)
    xs, ys = examples(tokenizer, rows)
    weights = train(xs, ys, tokenizer.get_vocab_size())
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        onnx.save(graph(weights), plain)
        quantize_dynamic(plain, out / "model.onnx", weight_type=QuantType.QInt8)
    tokenizer.save(str(out / "tokenizer.json"), pretty=False)
    about = {
        "name": "tiny-names",
        "version": "1",
        "licence": "Apache-2.0",
        "source": "tools/model/make_tiny.py",
        "id2label": {str(i): label for i, label in enumerate(LABELS)},
        "labels": {"PERSON": "PII-1-NAME"},
        "languages": ["en"],
        "window": 32,
        "overlap": 8,
        "calibration": {"PII-1-NAME": {"slope": 0.5, "offset": 0}},
        "check": {
            "text": 'We never agreed to this," Kalomira added, before the committee left for Leeds.',
            "finds": [{"category": "PII-1-NAME", "text": "Kalomira"}],
        },
    }
    (out / "model.json").write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    others = other_tokenizers(texts + SAMPLES)
    for name, other in others.items():
        other.save(str(out.parent / f"{name}.json"), pretty=False)
    known = offsets({"tiny/tokenizer": tokenizer, **others})
    (out.parent / "offsets.json").write_text(json.dumps(known, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
