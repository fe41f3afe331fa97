"""Consumes the events of the Records Service from NATS, over its plain protocol. Needs Python 3.9 and `cryptography`.

Each change is handled once, as far as the ledger remembers, and versions of a record or comment only in rising order.
Signatures are checked with the public keys that the gateway serves.
"""

import base64
import hashlib
import json
import os
import socket
import ssl
import sys
import time
import urllib.request
from urllib.parse import urlparse

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PUBLISHERS = {
    "record": "records",
    "share": "records",
    "follow": "records",
    "comment": "comments",
    "user": "users",
    "site_link": "users",
    "notification": "users",
}
FETCH_SECONDS = 30
REMEMBERED = 100_000


class Refused(Exception):
    """NATS refuses the key, or the consumer does not exist."""


class Ledger:
    """Remembers which events were handled, in a file of JSON lines if a path is given. Processes cannot share it."""

    def __init__(self, path=None):
        self._marks = {}
        self._versions = {}
        self._file = None
        if path is None:
            return
        if os.path.exists(path):
            with open(path, encoding="utf-8") as lines:
                for line in lines:
                    try:
                        self._add(json.loads(line))
                    except ValueError:
                        pass  # the process ended while it wrote the last line; its event is delivered again
        with open(path + ".new", "w", encoding="utf-8") as new:
            new.writelines(json.dumps(mark) + "\n" for mark in self._marks.values())
        os.replace(path + ".new", path)
        self._file = open(path, "a", encoding="utf-8")

    def standing(self, event):
        """Returns "new", "repeated", or "overtaken" when a later version of the same thing was handled."""
        mark = _mark_of(event)
        if mark["id"] in self._marks:
            return "repeated"
        known = self._versions.get(mark["of"])
        if known is None or "version" not in mark or mark["version"] > known:
            return "new"
        return "repeated" if mark["version"] == known else "overtaken"

    def remember(self, event):
        """Called after an event was handled, and before it is acknowledged."""
        mark = _mark_of(event)
        self._add(mark)
        if self._file:
            self._file.write(json.dumps(mark) + "\n")
            self._file.flush()

    def _add(self, mark):
        self._marks[mark["id"]] = mark
        if len(self._marks) > REMEMBERED:
            del self._marks[next(iter(self._marks))]
        if "version" in mark:
            self._versions.pop(mark["of"], None)
            self._versions[mark["of"]] = mark["version"]
            if len(self._versions) > REMEMBERED:
                del self._versions[next(iter(self._versions))]


def consume(handle, *, url, consumer, nkey_file, api, ca_file=None, ledger=None):
    """Calls handle(event) for each event, one after another, and returns when it returns False.

    An event is acknowledged when the handler returns, and delivered again when it raises. Connects again by itself.
    Raises Refused when NATS refuses the key or the consumer does not exist.
    """
    ledger = ledger or Ledger()
    signatures = _Signatures(api)
    pause = 1
    while True:
        try:
            nats = _Nats(url, consumer, nkey_file, ca_file)
            pause = 1
            while True:
                message = nats.fetch()
                if message and _take(nats, message, handle, ledger, signatures) is False:
                    nats.flush()
                    return
        except OSError as error:
            print(f"unreachable: {error}", file=sys.stderr)
            time.sleep(pause)
            pause = min(2 * pause, 30)


def _take(nats, message, handle, ledger, signatures):
    subject, reply, headers, body = message
    try:
        if not signatures.are_valid(subject, headers, body, _stored_at(reply)):
            print(f"not_signed: {subject} has no valid signature", file=sys.stderr)
            return nats.publish(reply, b"+TERM not signed by its publisher")
        event = json.loads(body)
        going_on = None
        standing = ledger.standing(event)
        if standing == "new":
            going_on = handle(event)
            ledger.remember(event)
        elif standing == "overtaken":
            print(f"overtaken: {subject}: a later version was handled before", file=sys.stderr)
        nats.publish(reply, b"+ACK")
        return going_on
    except Exception as error:  # whatever the handler raises: the event is delivered again after a pause
        if nats.is_broken:
            raise
        print(f"failed: {subject}: {error!r}", file=sys.stderr)
        nats.publish(reply, b'-NAK {"delay": %d}' % (min(2 ** (_deliveries(reply) - 1), 60) * 10**9))
        return None


def _mark_of(event):
    entity = event["type"].split(".")[1]
    changed = event["data"].get("record" if entity == "record" else "comment") or {}
    mark = {"id": event["id"], "of": f"{entity} {event['subject']}"}
    return {**mark, "version": changed["version"]} if "version" in changed else mark


def _reply_parts(reply):
    """A reply subject ends in deliveries, stream sequence, consumer sequence, time in nanoseconds and pending messages."""
    parts = reply.split(".")
    return parts[4:] if len(parts) == 9 else parts[6:]


def _deliveries(reply):
    return int(_reply_parts(reply)[0])


def _stored_at(reply):
    return int(_reply_parts(reply)[3]) / 1e9


class _Signatures:
    def __init__(self, api):
        self._url = api.rstrip("/") + "/.well-known/jwks.json"
        self._keys = {}

    def are_valid(self, subject, headers, body, stored_at):
        service, key_id, signature = (headers.get("svc-signature", "").split(".") + ["", "", ""])[:3]
        if service != PUBLISHERS.get(subject.split(".")[2]):
            return False
        kid = f"{service}.{key_id}"
        if kid not in self._keys:  # services rotate their keys
            with urllib.request.urlopen(self._url, timeout=10) as response:
                self._keys = {key["kid"]: key for key in json.load(response)["keys"]}
        key = self._keys.get(kid)
        if key is None or stored_at > key.get("exp", float("inf")):
            return False
        digest = hashlib.sha256(body).hexdigest()
        text = f"svc-message\n{headers.get('nats-msg-id', '')}\n{subject}\n{digest}"
        try:
            Ed25519PublicKey.from_public_bytes(_unpadded(key["x"])).verify(_unpadded(signature), text.encode())
            return True
        except (InvalidSignature, ValueError):
            return False


def _unpadded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class _Nats:
    """A connection that fetches the messages of one durable consumer."""

    def __init__(self, url, consumer, nkey_file, ca_file):
        self.is_broken = False
        self._inbox = f"_INBOX.{consumer}.{os.urandom(8).hex()}"
        self._next = f"$JS.API.CONSUMER.MSG.NEXT.SVC_EVENTS.{consumer}"
        server = urlparse(url)
        self._socket = socket.create_connection((server.hostname, server.port or 4222), timeout=10)
        info = json.loads(self._socket.recv(65536).split(b" ", 1)[1])
        if info.get("tls_required"):
            trust = ssl.create_default_context(cafile=ca_file)
            self._socket = trust.wrap_socket(self._socket, server_hostname=server.hostname)
        # A server that says nothing for longer than it waits for an event is gone.
        self._socket.settimeout(FETCH_SECONDS + 15)
        self._lines = self._socket.makefile("rb")
        self._log_in(info, nkey_file, consumer)
        self._send(f"SUB {self._inbox} 1")
        self.flush()

    def fetch(self):
        """Returns subject, reply subject, headers and body of the next message; None when none came in time."""
        request = json.dumps({"batch": 1, "expires": FETCH_SECONDS * 10**9}).encode()
        self._send(f"PUB {self._next} {self._inbox} {len(request)}", request)
        while True:
            words = self._read_line()
            if words[0] not in ("MSG", "HMSG"):
                continue
            head = int(words[-2]) if words[0] == "HMSG" else 0
            content = self._read(int(words[-1]) + 2)[:-2]
            status, headers = _headers_of(content[:head])
            if words[3].startswith("$JS.ACK."):
                return words[1], words[3], headers, content[head:]
            if status.startswith(("404", "503")) or "consumer deleted" in status.lower():
                if status.startswith("404") and "no messages" in status.lower():
                    return None
                raise Refused(f"NATS has no such consumer: {status}")
            return None

    def publish(self, subject, body):
        self._send(f"PUB {subject} {len(body)}", body)

    def flush(self):
        """Waits until the server has received everything."""
        self._send("PING")
        while self._read_line()[0] != "PONG":
            pass

    def _log_in(self, info, nkey_file, consumer):
        with open(nkey_file, encoding="ascii") as file:
            text = file.read().strip()
        seed = base64.b32decode(text + "=" * (-len(text) % 8))[2:34]  # after two bytes of prefix, before the checksum
        key = Ed25519PrivateKey.from_private_bytes(seed)
        signature = base64.urlsafe_b64encode(key.sign(info["nonce"].encode())).decode().rstrip("=")
        login = {"nkey": _public_nkey(key), "sig": signature, "name": consumer, "lang": "python", "version": "1"}
        options = {"verbose": False, "pedantic": False, "headers": True, "no_responders": True}
        self._send("CONNECT " + json.dumps({**login, **options}))

    def _read_line(self):
        while True:
            words = self._attempt(self._lines.readline).decode().split()
            if not words:
                self.is_broken = True
                raise ConnectionError("NATS closed the connection")
            if words[0] == "-ERR":
                message = " ".join(words[1:])
                if "authorization" in message.lower() or "permissions" in message.lower():
                    raise Refused(message)
                self.is_broken = True
                raise ConnectionError(message)
            if words[0] != "PING":
                return words
            self._send("PONG")

    def _read(self, size):
        return self._attempt(lambda: self._lines.read(size))

    def _send(self, line, body=None):
        content = line.encode() + b"\r\n" + (b"" if body is None else body + b"\r\n")
        self._attempt(lambda: self._socket.sendall(content))

    def _attempt(self, action):
        try:
            return action()
        except OSError:
            self.is_broken = True
            raise


def _headers_of(head):
    """Returns the status of the first line, and the headers in lower case."""
    lines = head.decode().split("\r\n")
    status = lines[0].partition(" ")[2]
    pairs = (line.split(":", 1) for line in lines[1:] if ":" in line)
    return status, {name.strip().lower(): value.strip() for name, value in pairs}


def _public_nkey(key):
    raw = bytes([20 << 3]) + key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)  # 20 << 3: "U", a user
    crc = 0
    for byte in raw:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return base64.b32encode(raw + crc.to_bytes(2, "little")).decode().rstrip("=")
