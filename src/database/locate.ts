import { StartError } from '../errors/startError.ts';
import { runningEmbedded } from './embedded/folder.ts';

/**
 * The address of the database: DATABASE_URL, otherwise the embedded one that a running `npm start` serves. Throws
 * StartError if there is neither.
 */
export async function locateDatabase(config: {
  databaseUrl?: string | undefined;
  dataDir: string;
}): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  const url = await runningEmbedded(config.dataDir);
  if (url !== null) return url;
  throw new StartError(
    `DATABASE_URL is not set and no embedded database is running in ${config.dataDir}: run npm start, or set DATABASE_URL.`,
  );
}
