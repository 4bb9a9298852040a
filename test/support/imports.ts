import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './root.ts';

/** The files of the project that a file imports, in any way, as paths from the project's folder. */
export function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const paths = source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g);
  return [...paths].map(([, path]) => normalize(join(dirname(file), path!)));
}

/** Whether a file imports another one, itself or by what it imports. */
export function reaches(file: string, target: string, seen = new Set<string>()): boolean {
  if (file === target) return true;
  if (seen.has(file) || !file.endsWith('.ts')) return false;
  seen.add(file);
  return importsOf(file).some(imported => reaches(imported, target, seen));
}
