import { testSeeds } from './seeds.suite.ts';

testSeeds(3);
