import { writeFile } from 'node:fs/promises';
import { licensesFile, listLicenses } from './support/licenses.ts';

// npm run licenses: writes down under which licenses production's dependencies are, so that a change of it shows in a diff.
await writeFile(licensesFile, await listLicenses());
