import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The folder of the database's definition: migrations, functions, views. */
export const sqlFolder = join(import.meta.dirname, '../../sql');

/** A file that a release applies. */
export interface SqlFile {
  /** Its path below the folder of the database's definition. */
  path: string;
  /** Its name, without the ending. */
  name: string;
  text: string;
  sha256: string;
}

/**
 * The SQL files of a folder and its subfolders, in the order of their names. `root` is the folder of all definitions. Read one
 * after the other, because hundreds of small files take Node's threads a multiple of the time.
 */
export const sqlFiles = (folder: string, root: string): SqlFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.sql'))
    .map(file => {
      const path = join(folder, file);
      const text = readFileSync(join(root, path), 'utf8');
      return { path, name: basename(path, '.sql'), text, sha256: sha256(text) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
