// This import is not in wayside.cjs, because an old version of Node fails on import() before it runs a line of the
// file.
void import('./launch.mjs').then(({ launch }) => launch(process.argv.slice(2)));
