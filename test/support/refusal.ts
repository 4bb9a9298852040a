import type { DatabaseError } from 'pg';
import { toFailure } from '../../src/errors/translate.ts';

/** What the database refuses by, with its code: `conflict: INV-0001 is PAID.` */
export const refusalOf = (error: DatabaseError) =>
  `${toFailure(error)?.code ?? error.detail}: ${error.message}`;
