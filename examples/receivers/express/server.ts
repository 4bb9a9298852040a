import express from 'express';
import { enqueue } from './queue.ts';
import { isGenuine } from './verify.ts';

const secret = process.env.CORKBOARD_SECRET;
if (!secret) throw new Error('CORKBOARD_SECRET is not set.');
const app = express();

app.post('/corkboard', express.raw({ type: 'application/json' }), async (req, res) => {
  if (!Buffer.isBuffer(req.body) || !isGenuine(req.body, req.headers, secret)) {
    res.sendStatus(400);
    return;
  }
  await enqueue(JSON.parse(req.body.toString()));
  res.sendStatus(204);
});

app.listen(process.env.PORT);
