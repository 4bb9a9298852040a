import { z } from 'zod';
import { check } from '../../../admission/check.ts';
import { day } from '../../../vocabulary/fields.ts';
import { asUuid, nilId } from '../../../vocabulary/id.ts';
import { optionalText } from '../../../vocabulary/text.ts';
import { type AuditFilters, recordTypes } from '../../records/auditLog.ts';

const Filters = z.object({
  actor: optionalText(500),
  type: z.enum(recordTypes).optional(),
  from: day.optional(),
  to: day.optional(),
  sort: z.enum(['-time', 'time']).optional(),
});

/** The names of the filters and of the order in the address. */
export const filterNames = ['record', ...Object.keys(Filters.shape)];

/**
 * The filters and the order in an address; blank ones are ignored. A malformed id of a record finds nothing, as another workspace's does.
 * Throws validation.
 */
export function filtersOf(search: URLSearchParams): AuditFilters {
  const given = [...search].filter(([name, text]) => filterNames.includes(name) && text.trim() !== '');
  const { record, ...others } = Object.fromEntries(given);
  return {
    ...check(Filters, others),
    record: record === undefined ? undefined : (asUuid(record.trim()) ?? nilId),
  };
}
