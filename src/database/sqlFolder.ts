import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
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

/** The SQL files of a folder and its subfolders, in the order of their names. `root` is the folder of all definitions. */
export async function sqlFiles(folder: string, root: string): Promise<SqlFile[]> {
  const found = await readdir(join(root, folder), { recursive: true });
  const files = found
    .filter(file => file.endsWith('.sql'))
    .map(async file => {
      const path = join(folder, file);
      const text = await readFile(join(root, path), 'utf8');
      return { path, name: basename(path, '.sql'), text, sha256: sha256(text) };
    });
  return (await Promise.all(files)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
