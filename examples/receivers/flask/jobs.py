import json


def enqueue(event):
    """Stands for your own code, which stores the event before it returns, unless its id is stored already."""
    print(json.dumps(event), flush=True)
