import { join } from 'node:path';

/** Where the files are that make up the database: migrations, functions, views. */
export const sqlFolder = join(import.meta.dirname, '../../sql');
