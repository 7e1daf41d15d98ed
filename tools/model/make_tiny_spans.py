#!/usr/bin/env python3
"""Makes the small span model that the tests run: trains it, exports it to ONNX, quantises it, and writes its folder.

  pip install numpy onnx onnxruntime tokenizers torch
  python3 tools/model/make_tiny_spans.py [OUT]        (default: test/files/model/tiny-spans)

A real model of the kind that GLiNER exports, only small, with the same inputs and the same output: labels are read as words before the
text, and every span of up to a few words is scored against every label. It learns from the sentences of tools/names/sentences.tsv with
names of people, places and organisations that are made up, and with labels in any order, so that it answers what it is asked for. Users
need none of this.
"""
import json, random, re, sys, tempfile
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

from make_tiny import PERSONS, ROOT, filled, word_pieces

LABELS = {"person": PERSONS, "place": "L", "organisation": "O"}
ENTITY, SEPARATOR = "<<ENT>>", "<<SEP>>"
WORD = re.compile(r"\w+(?:[-_]\w+)*|\S")
WIDTH, HIDDEN, AROUND, MOST_WORDS = 24, 40, 2, 4
SENTENCES, STEPS, BATCH, RATE = 6000, 2500, 32, 0.004


class SpanModel(nn.Module):
    """Pieces, each with those around it; words by their first piece; spans by their two ends; labels by the sign before them."""

    def __init__(self, pieces, entity):
        super().__init__()
        self.entity = entity
        self.pieces = nn.Embedding(pieces, WIDTH, padding_idx=0)
        self.first = nn.Linear((2 * AROUND + 1) * WIDTH, HIDDEN)
        self.second = nn.Linear((2 * AROUND + 1) * HIDDEN, HIDDEN)
        self.start = nn.Linear(HIDDEN, HIDDEN)
        self.end = nn.Linear(HIDDEN, HIDDEN, bias=False)
        self.label = nn.Linear(HIDDEN, HIDDEN)
        self.bias = nn.Parameter(torch.tensor(-4.0))

    def around(self, x):
        length = x.shape[1]
        padded = nn.functional.pad(x, (0, 0, AROUND, AROUND))
        return torch.cat([padded[:, i : i + length] for i in range(2 * AROUND + 1)], dim=2)

    def forward(self, input_ids, attention_mask, words_mask, text_lengths, span_idx, span_mask):
        mask = attention_mask.unsqueeze(2).float()
        seen = self.pieces(input_ids) * mask
        seen = torch.relu(self.first(self.around(seen))) * mask
        seen = seen + torch.relu(self.second(self.around(seen))) * mask
        numbers = torch.arange(1, span_idx.shape[1] // MOST_WORDS + 1).view(1, -1, 1)
        inside = numbers <= text_lengths.unsqueeze(1)
        words = ((words_mask.unsqueeze(1) == numbers) & inside).float() @ seen
        opens = (input_ids == self.entity).long()
        asked = torch.arange(1, int(opens[0].sum()) + 1) if not torch.onnx.is_in_onnx_export() else counted(opens)
        labels = ((torch.cumsum(opens, 1) * opens).unsqueeze(1) == asked.view(1, -1, 1)).float() @ seen
        at = lambda place: torch.gather(words, 1, span_idx[:, :, place : place + 1].expand(-1, -1, HIDDEN))
        spans = torch.relu(self.start(at(0)) + self.end(at(1))) * span_mask.unsqueeze(2).float()
        scores = spans @ self.label(labels).transpose(1, 2) + self.bias
        return scores.view(scores.shape[0], -1, MOST_WORDS, scores.shape[2])


def counted(opens):
    """1, 2, ... up to the number of labels, as an exporter can follow it."""
    return torch.cumsum(torch.masked_select(opens[0], opens[0] == 1), 0)


def corpus(rng):
    lines = (ROOT / "tools/names/sentences.tsv").read_text(encoding="utf-8").splitlines()
    sentences = [line.split("\t")[1].replace("\\n", "\n") for line in lines if line.startswith("en\t")]
    return [filled(rng.choice(sentences), rng) for _ in range(SENTENCES)]


def prompt(labels):
    return [part for label in labels for part in (ENTITY, label)] + [SEPARATOR]


def example(tokenizer, row, labels):
    """One text as the model reads it, and by span and label whether it is one."""
    text, ranges = row
    words = list(WORD.finditer(text))
    before = prompt(labels)
    encoding = tokenizer.encode(before + [word.group() for word in words], is_pretokenized=True)
    words_mask, last = [], None
    for word in encoding.word_ids:
        words_mask.append(word - len(before) + 1 if word is not None and word != last and word >= len(before) else 0)
        last = word
    spans = [(i, i + width) for i in range(len(words)) for width in range(MOST_WORDS)]
    truth = torch.zeros(len(spans), len(labels))
    for start, end, kind in ranges:
        inside = [i for i, word in enumerate(words) if word.start() < end and word.end() > start]
        if inside and inside[-1] - inside[0] < MOST_WORDS:
            for i, label in enumerate(labels):
                if kind in LABELS[label]:
                    truth[inside[0] * MOST_WORDS + inside[-1] - inside[0], i] = 1
    mask = torch.tensor([end < len(words) for _, end in spans])
    return {
        "input_ids": torch.tensor(encoding.ids),
        "attention_mask": torch.ones(len(encoding.ids), dtype=torch.long),
        "words_mask": torch.tensor(words_mask),
        "text_lengths": torch.tensor([len(words)]),
        "span_idx": torch.tensor(spans) * mask.unsqueeze(1),
        "span_mask": mask,
        "truth": truth,
    }


def batched(examples):
    return {name: nn.utils.rnn.pad_sequence([one[name] for one in examples], batch_first=True) for name in examples[0]}


def trained(tokenizer, rows, rng):
    model = SpanModel(tokenizer.get_vocab_size(), tokenizer.token_to_id(ENTITY))
    optimizer = torch.optim.Adam(model.parameters(), RATE)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.05, STEPS)
    unknown = tokenizer.token_to_id("[UNK]")
    total = 0
    for step in range(1, STEPS + 1):
        # One number of labels for all texts of a step, any of them in any order.
        count = rng.randint(1, len(LABELS))
        asked = lambda: rng.sample(list(LABELS), count)
        batch = batched([example(tokenizer, rng.choice(rows), asked()) for _ in range(BATCH)])
        truth = batch.pop("truth")
        # Pieces of words are dropped at times: the context identifies a name too.
        forgotten = (torch.rand(batch["input_ids"].shape) < 0.1) & (batch["words_mask"] > 0)
        batch["input_ids"] = batch["input_ids"].masked_fill(forgotten, unknown)
        scores = model(**batch).flatten(1, 2)
        losses = nn.functional.binary_cross_entropy_with_logits(scores, truth, reduction="none")
        loss = (losses * batch["span_mask"].unsqueeze(2)).sum() / BATCH
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        total += loss.item()
        if step % 500 == 0:
            print(f"step {step}: loss {total / 500:.4f}")
            total = 0
    return model.eval()


def export(model, tokenizer, row, out):
    one = batched([example(tokenizer, row, list(LABELS))])
    one.pop("truth")
    axes = {"input_ids": "length", "attention_mask": "length", "words_mask": "length", "span_idx": "spans", "span_mask": "spans"}
    dynamic = {name: {0: "batch", **({1: axes[name]} if name in axes else {})} for name in one}
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            model,
            tuple(one.values()),
            plain,
            input_names=list(one),
            output_names=["logits"],
            dynamic_axes={**dynamic, "logits": {0: "batch", 1: "words", 3: "labels"}},
            opset_version=17,
            dynamo=False,
        )
        onnx.checker.check_model(str(plain))
        quantize_dynamic(plain, out / "model.onnx", weight_type=QuantType.QInt8)


def main():
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "test/files/model/tiny-spans"
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(7)
    torch.set_num_threads(1)
    rng = random.Random(7)
    rows = corpus(rng)
    tokenizer = word_pieces([text for text, _ in rows] + list(LABELS) * 1000)
    tokenizer.add_special_tokens([ENTITY, SEPARATOR])
    model = trained(tokenizer, rows, rng)
    export(model, tokenizer, rows[0], out)
    tokenizer.save(str(out / "tokenizer.json"), pretty=False)
    about = {
        "name": "tiny-spans",
        "version": "1",
        "licence": "Apache-2.0",
        "source": "tools/model/make_tiny_spans.py",
        "task": "spans",
        "labels": {"person": "PII-1-NAME", "place": "PII-4-LOCATION"},
        "spans": {"width": MOST_WORDS},
        "languages": ["en"],
        "window": 64,
        "overlap": 16,
        "check": {
            "text": 'We never agreed to this," Kalomira added, before the committee left for Leeds.',
            "finds": [{"category": "PII-1-NAME", "text": "Kalomira"}, {"category": "PII-4-LOCATION", "text": "Leeds"}],
        },
    }
    (out / "model.json").write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
