import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The rows of the table whose header row begins with these cells. */
export function table(...header: string[]): string[][] {
  const lines = readme.split('\n');
  const start = lines.findIndex(line => line.startsWith(`| ${header.join(' | ')} |`));
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
}

/** The code blocks in a language that contain a word. */
export const blocks = (language: string, word: string): string[] =>
  [...readme.matchAll(/```(\w+)\n(.*?)```/gs)]
    .filter(([, written, code]) => written === language && code!.includes(word))
    .map(([, , code]) => code!);
