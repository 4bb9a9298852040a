import { ServiceError } from '../errors/serviceError.ts';
import { clientOf, type ImportLine } from './clientLine.ts';
import { decodeInPieces } from './encodings.ts';
import { maxClients, maxClientsText, type Settings } from './readFile.ts';
import { recordsOf, UnreadableLine } from './records.ts';

/** A file that can't be imported; its message tells the person why and what to do. */
export class UnsupportedFile extends ServiceError {}

/** The lines of a file that have a client, without those above and that of the headings. Throws UnsupportedFile. */
export async function* linesOfFile(
  file: Uint8Array,
  { encoding, separator, above = [], hasHeadings, columns }: Settings,
  most = maxClients,
): AsyncGenerator<ImportLine> {
  let skipped = above.length + (hasHeadings ? 1 : 0);
  let count = 0;
  try {
    for await (const record of recordsOf(decodeInPieces(file, encoding), separator)) {
      if (skipped-- > 0) continue;
      if (++count > most)
        throw new UnsupportedFile(
          `The file has more than ${maxClientsText} clients. Split it into several files.`,
        );
      yield clientOf(record, columns);
    }
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error;
    throw new UnsupportedFile(
      `The file can’t be read: ${error.message}. Correct it, then choose the file again.`,
    );
  }
  if (count === 0) throw new UnsupportedFile('The file has no lines with clients.');
}
