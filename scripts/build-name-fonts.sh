#!/bin/sh
# Makes the fonts with which the menu of languages shows the name of each language in its own script: 25 kB together, where the fonts of
# the scripts have 490 kB (LANG-04). Needs fonttools and brotli for Python.
set -e
cd "$(dirname "$0")/.."
subset() {
  python3 -m fontTools.subset "node_modules/@fontsource-variable/noto-sans-$1/files/noto-sans-$1-$1-wght-normal.woff2" \
    --text="$2" --layout-features='*' --flavor=woff2 --output-file="apps/web/src/ui/fonts/names-$1.woff2"
}
subset devanagari हिन्दीमराठी
subset tamil தமிழ்
subset telugu తెలుగు
subset kannada ಕನ್ನಡ
subset bengali বাংলা
