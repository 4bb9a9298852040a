import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { check } from '../../admission/check.ts';
import { type QueryReader, queryReader } from '../../http/query.ts';
import type { Read } from '../../operations/define.ts';
import { pageParameter } from '../../records/page.ts';

/**
 * Makes the SQL of a list from its page's address, which takes the same parameters as the operation. Blank parameters
 * are ignored, because a form sends its blank fields too. Throws validation.
 */
export function listQuery(operation: Read): (search: URLSearchParams) => FragmentSqlToken {
  const parameters = readerOf(queryReader(operation.input));
  return search => operation.sqlCall(check(operation.input, parameters(search)));
}

const readerOf = (read: QueryReader) => (search: URLSearchParams) =>
  read(String(new URLSearchParams([...search].filter(([, text]) => text.trim() !== ''))));

const OnlyPage = z.strictObject({ page: pageParameter });
const onlyPage = readerOf(queryReader(OnlyPage));

/** The requested page of a list that no operation returns. Throws validation. */
export const pageNumber = (search: URLSearchParams): number => check(OnlyPage, onlyPage(search)).page;
