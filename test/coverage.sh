#!/usr/bin/env bash
# npm run coverage: runs the tests, or those that are named, and reports which code they run. The exit status is that of
# the tests, so that a report about a failed run doesn't look like a success.
set -uo pipefail
cd "$(dirname "$0")/.."
rm -rf coverage
status=0
NODE_V8_COVERAGE=$PWD/coverage npm test -- "$@" || status=$?
npx --yes c8@12.0.0 report --temp-directory coverage --all --include 'src/**' --include 'tasks/**' --reporter text
exit $status
