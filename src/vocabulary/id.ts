import { z } from 'zod';
import { leftOutIfBlank, notBlank, storableText } from './text.ts';

/** An id in output. */
export const id = z.uuid();

/**
 * An id in input. Any text is accepted: one that is no UUID names no record, so it is answered with not_found and not
 * with validation (decisions: Requests). `found` says where the ids are found.
 */
export const recordId = (found: string) =>
  storableText(
    z.string({
      error: ({ input }) => (input === undefined ? `is required: find it with ${found}` : undefined),
    }),
  )
    .refine(...notBlank)
    .meta({ format: 'uuid' });

/** The id that a list is filtered by. If it names no record, the list is empty. */
export const filterId = leftOutIfBlank(storableText().meta({ format: 'uuid' }));

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The nil UUID: no record has it, and every other id comes after it. */
export const nilId = '00000000-0000-0000-0000-000000000000';

/** The id as the database takes it: null, which equals no id, where it is no UUID. */
export const asUuid = (id: string): string | null => (uuid.test(id) ? id : null);
