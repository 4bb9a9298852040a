import { classify } from '../src/classification/classify.ts';
import { type Equipped, RecordJob } from '../src/jobs/tasks.ts';

/** Classifies a revision. */
export default ((payload, helpers, { config }) => {
  const { workspaceId, recordId } = RecordJob.parse(payload);
  return classify(config.classification, workspaceId, recordId, helpers);
}) satisfies Equipped;
