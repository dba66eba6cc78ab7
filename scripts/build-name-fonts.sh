#!/bin/sh
# Builds the fonts with which the language menu shows the name of each language in its own script (LANG-04). They have
# 25 kB in total, while the full fonts have 490 kB. Needs fonttools and brotli for Python.
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
