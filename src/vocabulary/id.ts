import { z } from 'zod';
import { leftOutIfBlank, notBlank, storableText } from './text.ts';

/** An id in output. */
export const id = z.uuid();

/**
 * An id in input. Any text is accepted: a text that isn't a UUID matches no record, so the answer is not_found and not
 * validation (decisions: Requests). `found` says where the ids are found.
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

/** The id for the database: null, which equals no id, if it isn't a UUID. */
export const asUuid = (id: string): string | null => (uuid.test(id) ? id : null);
