#!/usr/bin/env node
require('../dist/stdio/main.js');
