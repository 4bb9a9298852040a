import { rename, writeFile } from 'node:fs/promises';
import { request } from './corkboard.mjs';

const mostWalks = 20;

/** Reads all pages of a list once. */
async function walk(list) {
  const records = new Map();
  for (let page = 1; ; page++) {
    const answer = await request(`${list}page=${page}&per_page=100`);
    for (const record of answer.data) records.set(record.id, record);
    const { total, pageCount } = answer.page;
    if (page >= pageCount) return { records, isComplete: records.size === total };
  }
}

const sameIds = (one, other) => one.size === other.size && [...one.keys()].every(id => other.has(id));

async function readCompletely(list) {
  let previous = await walk(list);
  for (let walks = 2; walks <= mostWalks; walks++) {
    const latest = await walk(list);
    if (previous.isComplete && sameIds(previous.records, latest.records)) return [...latest.records.values()];
    previous = latest;
  }
  throw new Error(`${list} changes too often: try again later.`);
}

const lists = { clients: '/clients?', projects: '/projects?include_archived=true&', invoices: '/invoices?' };
for (const [name, list] of Object.entries(lists)) {
  const records = await readCompletely(list);
  // Renaming the file replaces it as a whole, so that a stop leaves the old copy or the new one.
  await writeFile(`corkboard-${name}.json.new`, JSON.stringify(records));
  await rename(`corkboard-${name}.json.new`, `corkboard-${name}.json`);
}
