import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { document } from '../test/support/contract.ts';

let folder: string;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corkboard-lint-'));
  await writeFile(join(folder, 'spectral.yaml'), 'extends: ["spectral:oas"]\n');
  await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended]\n');
});
test.after.always(() => rm(folder, { recursive: true }));

/** The judges, by name. */
const judges: Record<string, (file: string) => string[]> = {
  redocly: file => ['redocly', 'lint', file, '--format=json'],
  spectral: file => ['spectral', 'lint', file, '--ruleset=spectral.yaml', '--format=json', '--quiet'],
};

const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };

/** The rules that a description breaks according to a judge. */
async function findings(judge: string, name: string, description: object): Promise<string[]> {
  const file = join(folder, `${judge}-${name}.json`);
  await writeFile(file, JSON.stringify(description));
  const [command, ...args] = judges[judge]!(file);
  const bin = join(import.meta.dirname, 'node_modules/.bin', command!);
  const output = await new Promise<string>((resolve, reject) => {
    const options = { cwd: folder, timeout: 100_000, maxBuffer: 2 ** 24, env: { ...process.env, ...quiet } };
    execFile(process.execPath, [bin, ...args], options, (error, stdout) =>
      error?.killed ? reject(error) : resolve(stdout),
    );
  });
  const found = JSON.parse(output);
  return judge === 'redocly'
    ? found.problems.map((problem: any) => problem.ruleId)
    : found.map((problem: any) => problem.code);
}

for (const judge of Object.keys(judges)) {
  test(`${judge} finds nothing in the description`, async t => {
    t.deepEqual(await findings(judge, 'good', document), []);
  });
}

test('redocly finds the faults of a faulty description', async t => {
  const worse = structuredClone(document);
  delete worse.info.license;
  worse.paths['/api/v1/me'].get.responses[401].content['application/json'].examples.invalid_key.value.colour =
    1;
  t.deepEqual((await findings('redocly', 'worse', worse)).sort(), [
    'info-license',
    'no-invalid-media-type-examples',
  ]);
});

test('spectral finds the faults of a faulty description', async t => {
  const worse = structuredClone(document);
  delete worse.info.contact;
  worse.paths['/api/v1/me'].get.responses[401].content['application/json'].examples.invalid_key.value.colour =
    1;
  t.deepEqual((await findings('spectral', 'worse', worse)).sort(), [
    'info-contact',
    'oas3-valid-media-example',
  ]);
});
