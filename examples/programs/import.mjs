import { appendFile, readFile, truncate } from 'node:fs/promises';
import { request } from './corkboard.mjs';

const journal = 'imported.jsonl';
await appendFile(journal, '');
const text = await readFile(journal, 'utf8');
// A program that is stopped while it writes leaves an incomplete last line.
const complete = text.slice(0, text.lastIndexOf('\n') + 1);
if (complete !== text) await truncate(journal, Buffer.byteLength(complete));
const lines = complete.split('\n').slice(0, -1);
const imported = new Set(lines.map(line => JSON.parse(line).id));

for (const { id, ...client } of JSON.parse(await readFile('clients.json', 'utf8'))) {
  if (imported.has(id)) continue;
  try {
    const created = await request('/clients', client, `import-client-${id}`);
    await appendFile(journal, `${JSON.stringify({ id, clientId: created.client.id })}\n`);
  } catch (error) {
    // A row that Corkboard rejects doesn't stop the others. Correct it, and start the program again.
    if (error.code !== 'validation') throw error;
    console.error(`${id}: ${error.message}`);
    process.exitCode = 1;
  }
}
