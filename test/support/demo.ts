import { readConfig } from '../../src/config.ts';
import { demonstrate } from '../../src/demo/demo.ts';
import type { World } from './world.ts';

/**
 * Creates the demo workspace in an empty world. Returns the key and the path of the sign-in link, which are only
 * printed.
 */
export async function demo({ databaseUrl, baseUrl }: World): Promise<{ key: string; signIn: string }> {
  const { log } = console;
  let printed = '';
  console.log = text => {
    printed += text;
  };
  try {
    await demonstrate(readConfig({}), databaseUrl, baseUrl);
  } finally {
    console.log = log;
  }
  return { key: /crk_[\w-]+/.exec(printed)![0], signIn: /\/sign-in\/[\w-]+/.exec(printed)![0] };
}
