import { join } from 'node:path';
import { listing } from '../../src/http/mcp/tools.ts';
import { catalogue } from '../../src/operations/catalogue.ts';

/** The file with the list of tools as it was last reviewed. */
export const listedFile = join(import.meta.dirname, '../http/mcp/tools.txt');

/** The list of tools as assistants see it, with line breaks for its reviewers. */
export const listed = () => `${JSON.stringify(catalogue.map(listing), null, 2)}\n`;
