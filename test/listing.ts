import { writeFile } from 'node:fs/promises';
import { listed, listedFile } from './support/listed.ts';

// npm run tools: writes down what assistants see of the tools, so that a change of it shows in a diff.

await writeFile(listedFile, listed());
