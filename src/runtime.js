import module from 'node:module';

// Every script of package.json loads this first (--import). It is JavaScript, so that a Node too old to read the rest
// says so in one line, instead of throwing at the first file.
const least = 24;
if (Number.parseInt(process.versions.node, 10) < least) {
  console.error(
    `Corkboard needs Node ${least} or later, and this is ${process.version}: install one, or run npm install --include=dev, which brings one along.`,
  );
  process.exit(1);
}

// Keeps the code compiled and without types, because both take half of the time that a process needs to load it. Not in the
// system's shared temporary folder, where other users could replace the code. V8 counts calls of such functions less exactly.
if (process.env.NODE_V8_COVERAGE === undefined)
  module.enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/corkboard`);
