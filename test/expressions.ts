import { writeFile } from 'node:fs/promises';
import { expressions, linearFile, notLinear } from './support/regularExpressions.ts';

// npm run expressions: writes down which regular expressions take linear time, so that a test needs to check only new ones.

const all = [...(await expressions()).keys()].sort();
const slow = await notLinear(all);
await writeFile(linearFile, `${all.filter(one => !slow.includes(one)).join('\n')}\n`);
for (const one of slow) console.log(`not linear: ${one}`);
process.exit(slow.length === 0 ? 0 : 1);
