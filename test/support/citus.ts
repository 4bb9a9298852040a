import { container, engineAnswers, type TestServer } from './postgres.ts';

const image = 'citusdata/citus:13.2';

/** A database with the Citus extension: that of TEST_CITUS_URL, or one in a container; null if there is neither. */
export async function citusServer(): Promise<TestServer | null> {
  const { TEST_CITUS_URL: url } = process.env;
  if (url) return { url, stop: async () => {} };
  // A single node is the coordinator and the worker.
  return (await engineAnswers())
    ? container(image, ['-c', 'shared_preload_libraries=citus', '-c', 'max_prepared_transactions=200'])
    : null;
}
