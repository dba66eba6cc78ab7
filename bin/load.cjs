// Not in wayside.cjs, because an old Node fails on import() before it runs a line of the file.
void import('./launch.mjs').then(({ launch }) => launch(process.argv.slice(2)));
