import json
import os

from flask import Flask, request

from jobs import enqueue
from verify import is_genuine

app = Flask(__name__)
secret = os.environ["CORKBOARD_SECRET"]


@app.post("/corkboard")
def corkboard():
    body = request.get_data()  # The raw bytes. request.json would parse them.
    if not is_genuine(body, request.headers, secret):
        return "", 400
    enqueue(json.loads(body))
    return "", 204
