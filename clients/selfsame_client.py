"""The selfsame service from Python: one file, standard library alone. Copy it beside a notebook.

    from selfsame_client import Client
    client = Client("http://127.0.0.1:8766")
    client.detect("Write to casey@example.com.", jurisdiction="DE")["count"]

Every method returns the JSON of the answer as a dict and raises a ClientError otherwise. Offsets count Unicode code points, as Python does.
Attestations are verified where `signer` is given, which needs the package "cryptography".
"""

import base64
import hashlib
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from decimal import ROUND_HALF_EVEN, Decimal


class ClientError(Exception):
    """A call that was not answered. `status` is that of HTTP, None where no answer came."""

    def __init__(self, message, status=None, request_id=None):
        super().__init__(message)
        self.status = status
        self.request_id = request_id


class ValueRefused(ClientError):
    """400: a value is not accepted; the message lists those that are."""


class ShapeRefused(ClientError):
    """422: the request does not have the expected shape."""


class NotFound(ClientError):
    """404: nothing with that id, or no such address."""


class Conflict(ClientError):
    """409: the answer does not fit what stands by now."""


class Busy(ClientError):
    """429, after every retry."""


class Unavailable(ClientError):
    """503: no ledger, or the service cannot answer now."""


class Unreachable(ClientError):
    """No answer came."""


class AttestationRefused(ClientError):
    """The answer came without an attestation that verifies: do not rely on it."""


_ERRORS = {400: ValueRefused, 404: NotFound, 409: Conflict, 422: ShapeRefused, 429: Busy, 503: Unavailable}


class Client:
    def __init__(self, base_url="http://127.0.0.1:8766", signer=None, retries=3, timeout=120.0, headers=None):
        self._base = base_url.rstrip("/")
        self._signer = signer
        self._retries = retries
        self._timeout = timeout
        self._headers = dict(headers or {})

    def detect(self, text, **more):
        return self._post("detect", {"text": text, **more})

    def deidentify(self, text, **more):
        return self._post("deidentify", {"text": text, **more})

    def compare(self, a, b, **more):
        return self._post("compare", {"a": a, "b": b, **more})

    def places(self, text):
        return self._post("places", {"text": text})

    def extract(self, text, **more):
        return self._post("extract", {"text": text, **more})

    def documents(self, files, **fields):
        """`files`: name -> bytes."""
        boundary = uuid.uuid4().hex
        parts = []
        for name, value in fields.items():
            value = str(value).lower() if isinstance(value, bool) else str(value)
            parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode())
        for name, content in files.items():
            quoted = name.replace("\\", "%5C").replace('"', "%22").replace("\r", "").replace("\n", "")
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{quoted}"\r\n'
            parts.append(head.encode() + b"Content-Type: application/octet-stream\r\n\r\n" + content + b"\r\n")
        parts.append(f"--{boundary}--\r\n".encode())
        return self._send("POST", "/documents", b"".join(parts), f"multipart/form-data; boundary={boundary}")

    def decision(self, id, reveal=False):
        return self._get(f"/decision/{urllib.parse.quote(id, safe='')}", reveal=reveal)

    def explain(self, id, reveal=False):
        return self._get(f"/explain/{urllib.parse.quote(id, safe='')}", reveal=reveal)

    def replay(self, id):
        return self._get(f"/replay/{urllib.parse.quote(id, safe='')}")

    def find(self, record, **more):
        return self._post("find", {"record": record, **more})

    def clusters(self):
        return self._get("/clusters")

    def cluster(self, id, reveal=False):
        return self._get(f"/clusters/{urllib.parse.quote(id, safe='')}", reveal=reveal)

    def queue(self, **query):
        return self._get("/review", **query)

    def pair(self, id, **query):
        return self._get(f"/review/{urllib.parse.quote(id, safe='')}", **query)

    def review(self, decision_id, answer, reason, unasked=False):
        """Is not tried again: a repeated answer meets another decision and is a Conflict."""
        request = {"decision_id": decision_id, "answer": answer, "reason": reason}
        if unasked:
            request["unasked"] = True
        return self._post("review", request, once=True)

    def livez(self):
        return self._get("/livez")

    def capabilities(self):
        return self._get("/capabilities")

    def _get(self, path, **query):
        words = {k: str(v).lower() if isinstance(v, bool) else v for k, v in query.items() if v is not None}
        return self._send("GET", path + (f"?{urllib.parse.urlencode(words)}" if words else ""))

    def _post(self, tool, request, once=False):
        answer = self._send("POST", f"/{tool}", json.dumps(request).encode(), "application/json", once)
        if self._signer is not None:
            problems = verify(answer, self._signer)
            if problems:
                raise AttestationRefused("the answer is not attested as it should be: " + "; ".join(problems), 200)
        return answer

    def _send(self, method, path, body=None, content_type=None, once=False):
        headers = {**self._headers, **({"Content-Type": content_type} if content_type else {})}
        for tried in range(self._retries + 1):
            last = once or tried == self._retries
            request = urllib.request.Request(self._base + path, data=body, headers=headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=self._timeout) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                after = error.headers.get("Retry-After")
                if not last and (error.code == 429 or (error.code == 503 and after)):
                    time.sleep(float(after or 1) * 2**tried)
                    continue
                raise _error_of(error) from None
            except OSError as error:
                if last:
                    raise Unreachable("no answer came from the service") from error
                time.sleep(0.1 * 2**tried)


def _error_of(error):
    try:
        detail = json.loads(error.read())["detail"]
    except (ValueError, KeyError, TypeError):
        detail = f"the service answered {error.code}"
    return _ERRORS.get(error.code, ClientError)(detail, error.code, error.headers.get("X-Request-Id"))


def canonical(value):
    """Canonical JSON as docs/attestation.md describes it: keys in order, fractions as strings of four decimals."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (int, float)):
        if value == int(value):
            return str(int(value))
        return json.dumps(str(Decimal(value).quantize(Decimal("0.0001"), rounding=ROUND_HALF_EVEN)))
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return "{" + ",".join(f"{canonical(k)}:{canonical(value[k])}" for k in sorted(value)) + "}"


_NUMBERS = frozenset(
    "bias confidence effect expected factors floor jurisdiction_confidence kappa likeness margin observed pins probability score weakest_score weight".split()
)
_RECORDS = frozenset("attributes fields record records resource shared".split())


def _as_sent(value, number=False):
    """Every number is rounded to four decimals, and no text stands in the place of one: both have the canonical form of another value."""
    if isinstance(value, float):
        return value == round(value, 4)
    if isinstance(value, str):
        return not number or re.fullmatch(r"-?\d+\.\d{4}", value) is None
    if isinstance(value, list):
        return all(_as_sent(item, number) for item in value)
    if not isinstance(value, dict):
        return True
    # Records have members of any name, whose values may be texts: None.
    below = {k: None if number is None or k in _RECORDS else number or k in _NUMBERS for k in value}
    return all(_as_sent(value[k], below[k]) for k in value)


_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def _key_of(did):
    number = 0
    for sign in did.removeprefix("did:key:z"):
        number = number * 58 + _ALPHABET.index(sign)
    return number.to_bytes(34, "big")[2:]


def verify(answer, signer):
    """What is wrong with the attestation of an answer, expected from the did:key `signer`; empty when nothing is."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    envelope = answer.get("attestation")
    if not envelope:
        return ["there is no attestation"]
    problems = []
    head, payload, signature = (
        base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)) for part in envelope["jws"].split(".")
    )
    header, body = json.loads(head), json.loads(payload)
    if header != {"alg": "EdDSA", "kid": signer, "typ": "service+jws"} or body.get("signer") != signer:
        problems.append("it is not signed by the expected key")
    try:
        signed = envelope["jws"].rpartition(".")[0].encode()
        Ed25519PublicKey.from_public_bytes(_key_of(signer)).verify(signature, signed)
    except InvalidSignature:
        problems.append("the signature does not hold")
    if {k: v for k, v in envelope.items() if k != "jws"} != body:
        problems.append("a plain field differs from what was signed")
    bare = {k: v for k, v in answer.items() if k != "attestation"}
    if not _as_sent(bare) or hashlib.sha256(canonical(bare).encode()).hexdigest() != body.get("response_sha256"):
        problems.append("the answer does not hash to what was signed")
    return problems
