// Every script of package.json loads this first (--import). It is JavaScript, so that a Node too old to read the rest
// says so in one line, instead of throwing at the first file.
const least = 24;
if (Number.parseInt(process.versions.node, 10) < least) {
  console.error(
    `Corkboard needs Node ${least} or later, and this is ${process.version}: install one, or run npm install --include=dev, which brings one along.`,
  );
  process.exit(1);
}
