import { type Action, metaOf } from '../../src/actions/define.ts';

/** Whether an action in the console sends back what its page showed of the record. */
export const carriesVersion = ({ only, input }: Action): boolean =>
  only !== 'command' &&
  Object.entries(input.shape).some(
    ([name, schema]) =>
      ['version', 'read', 'document', 'shown', 'links'].includes(name) && metaOf(schema).hidden,
  );
