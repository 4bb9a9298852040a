import { count, counted } from '../../../formatting/index.ts';
import type { ClientImport } from '../../queries/clientImport.ts';

/** How far an import is. */
export function stateText({ state, lines, clients, failure }: ClientImport, locale: string): string {
  switch (state) {
    case 'uploaded':
      return 'Columns to check';
    case 'checking':
      return `Checking the lines: ${count(lines, locale)} so far`;
    case 'checked':
      return 'Lines checked, not imported yet';
    case 'importing':
      return 'Importing';
    case 'finished':
      return `${counted(clients!, 'client', locale)} imported`;
    case 'failed':
      return failure!;
  }
}
