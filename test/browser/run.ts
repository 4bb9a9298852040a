import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../support/root.ts';
import type { Site } from './site.ts';

// npm run browser: tests the console in a Chromium, on a Corkboard that `npm start` has started in an empty folder.
// Arguments go to ava, except these: with --if-found the run succeeds, with a note, if there is no Chromium; --pictures
// only retakes the pictures in the docs; --screenshots puts pictures of all pages into screenshots/.

const options = ['--if-found', '--pictures', '--screenshots'];

const pictures = 'test/browser/pictures.test.ts';
const serving = /Corkboard is serving on (\S+)/;

/** A Chromium on this machine: $CHROMIUM, or one with a usual name. */
function findChromium(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const usual = names.flatMap(name => folders.map(folder => join(folder, name)));
  return [...usual, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find(existsSync);
}

/** All test files except the one with the pictures. */
async function otherFiles(): Promise<string[]> {
  const names = await readdir(import.meta.dirname);
  return names
    .filter(name => name.endsWith('.test.ts'))
    .map(name => `test/browser/${name}`)
    .filter(path => path !== pictures);
}

/** Runs ava once, and returns its exit status. */
async function runAva(files: string[], site: Site): Promise<number> {
  const ava = spawn('ava', ['--config', 'browser.config.js', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CORKBOARD_SITE: JSON.stringify(site) },
  });
  const [code] = await once(ava, 'exit');
  return code ?? 1;
}

/**
 * Runs the browser tests on what `npm start` serves, and returns the exit status of the first run of ava that fails, or
 * 0.
 */
async function runOn(chromium: string, args: string[]): Promise<number> {
  const takesPictures = args.includes('--pictures');
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-browser-'));
  // The user postgres has to get through to what is below.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const logFile = join(folder, 'log');
  // A group of its own: npm, the shell under it and the service end together.
  const service = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  const ended = once(service, 'exit');
  try {
    const printed = await said(service.stdout, service.stderr, logFile, ended);
    const screenshots = args.includes('--screenshots') ? join(root, 'screenshots') : null;
    const site: Site = {
      chromium,
      dataDir,
      baseUrl: serving.exec(printed)![1]!,
      key: /crk_[\w-]+/.exec(printed)![0],
      log: logFile,
      screenshots,
      takesPictures,
    };
    if (screenshots !== null) {
      await rm(screenshots, { recursive: true, force: true });
      await mkdir(screenshots, { recursive: true });
    }
    const forAva = args.filter(arg => !options.includes(arg));
    // The pictures show the demo as it begins, which the other tests change.
    const runs = takesPictures
      ? [[pictures]]
      : forAva.length > 0
        ? [forAva]
        : [[pictures], await otherFiles()];
    for (const files of runs) {
      const code = await runAva(files, site);
      if (code !== 0) return code;
    }
    return 0;
  } finally {
    if (service.exitCode === null) process.kill(-service.pid!, 'SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * All that the service printed until it serves; what it prints later goes to the file as well. Throws if it ends
 * before.
 */
function said(
  out: NodeJS.ReadableStream,
  err: NodeJS.ReadableStream,
  logFile: string,
  ended: Promise<unknown>,
): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    for (const stream of [out, err]) {
      stream.pipe(createWriteStream(logFile, { flags: 'a' }));
      stream.on('data', data => {
        printed += data;
        if (serving.test(printed)) resolve(printed);
      });
    }
    ended.then(() => reject(new Error(`npm start ended: ${printed}`)));
  });
}

const args = process.argv.slice(2);
const chromium = findChromium();
if (chromium === undefined) {
  console.log(
    'No Chromium is installed here, so the console is not tried in a browser: set CHROMIUM to one.',
  );
  process.exitCode = args.includes('--if-found') ? 0 : 1;
} else {
  process.exitCode = await runOn(chromium, args);
}
