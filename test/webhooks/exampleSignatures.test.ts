import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { verify } from '../../examples/receivers/express/stripe.ts';
import { isGenuine } from '../../examples/receivers/express/verify.ts';
import { arrived, type Case, cases, older, secret, vector } from '../support/signedRequests.ts';
import { copyOfExample, testWith } from '../support/toolchain.ts';

// The code of examples/receivers that verifies signatures. exampleReceivers.test.ts sends the same cases to those receivers that
// run without a framework of their own.

const run = promisify(execFile);

/**
 * A case on one line: body, timestamp, signatures, secret and time, each in base64, separated by tabs. A missing
 * header is blank, and so is the time if the program should use its clock.
 */
const lineOf = ({ body, headers, secret, now }: Case) =>
  [body, headers['x-service-timestamp'], headers['x-service-signatures'], secret, now]
    .map(part => (Buffer.isBuffer(part) ? part : Buffer.from(`${part ?? ''}`)).toString('base64'))
    .join('\t');

/** Gives a program all cases on its standard input, and checks that it prints true or false correctly for each. */
async function judges(t: ExecutionContext, cwd: string, program: string, args: string[], env = {}) {
  const asked = await cases(t);
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(`${asked.map(lineOf).join('\n')}\n`);
  const answers = (await text(child.stdout)).match(/^(true|false)$/gm) ?? [];
  t.is(answers.length, asked.length);
  for (const [n, { what, genuine }] of asked.entries()) t.is(answers[n], `${genuine}`, what);
}

test('the TypeScript accepts genuine requests and rejects others', async t => {
  for (const { what, genuine, body, headers, secret, now } of await cases(t))
    t.is(isGenuine(body, headers, secret, now), genuine, what);
});

test('so do the lines for the stripe library', async t => {
  const { body, headers } = await arrived(t, [secret, older]);
  const header = (name: string) => String(headers[name]);
  const ask = (rawBody: Buffer, by: string) =>
    verify(rawBody, header('x-service-timestamp'), header('x-service-signatures'), by);
  t.notThrows(() => ask(body, secret));
  t.notThrows(() => ask(body, older));
  t.throws(() => ask(body, 'whsec_another'), { message: /signature/ });
  t.throws(() => ask(Buffer.concat([body, Buffer.from(' ')]), secret), { message: /signature/ });
  // The vector would be genuine at its own time: only the tolerance rejects it.
  const sample = vector();
  const timestamp = String(sample.headers['x-service-timestamp']);
  const signatures = String(sample.headers['x-service-signatures']);
  t.throws(() => verify(sample.body, timestamp, signatures, sample.secret), { message: /tolerance/ });
});

const ruby = `
require "base64"
require_relative "corkboard_signature"
STDIN.each_line(chomp: true) do |line|
  body, timestamp, signatures, secret, now = line.split("\\t", -1).map { |part| Base64.decode64(part) }
  options = now.empty? ? {} : { now: now.to_i }
  puts CorkboardSignature.genuine?(body, *[timestamp, signatures].map { |header| header unless header.empty? }, secret, **options)
end
`;

testWith('ruby', ['ruby', '--version'])('the Ruby does too', async t => {
  const folder = await copyOfExample(t, 'receivers/rails');
  await writeFile(join(folder, 'cases.rb'), ruby);
  await judges(t, folder, 'ruby', ['cases.rb']);
});

const java = `
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Scanner;

class Cases {
  public static void main(String[] args) throws Exception {
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      byte[][] parts = new byte[5][];
      String[] given = lines.nextLine().split("\\t", -1);
      for (int n = 0; n < 5; n++) parts[n] = Base64.getDecoder().decode(given[n]);
      String[] texts = new String[5];
      for (int n = 0; n < 5; n++) texts[n] = new String(parts[n], StandardCharsets.UTF_8);
      long now = texts[4].isEmpty() ? System.currentTimeMillis() / 1000 : Long.parseLong(texts[4]);
      System.out.println(CorkboardSignature.isGenuine(parts[0], texts[1], texts[2], texts[3], now));
    }
  }
}
`;

testWith('javac', ['javac', '-version'])('the Java does too', async t => {
  t.timeout(120_000);
  const folder = await copyOfExample(t, 'receivers/spring');
  await writeFile(join(folder, 'Cases.java'), java);
  await run('javac', ['CorkboardSignature.java', 'Cases.java'], { cwd: folder });
  await judges(t, folder, 'java', ['-cp', folder, 'Cases']);
});
