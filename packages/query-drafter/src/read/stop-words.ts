/** Words that do not name an event or a property. */
const STOP_WORDS = new Set(
  (
    'a an the of for in on at to from by per with and or is are was were be been being do does did done doing has have ' +
    'had having i me my we us our you your it its they them their this that these those there here all any some each ' +
    'every show give get list find tell display plot chart graph draw query sql write create make want need would like ' +
    'please can could how many much number count total what which when where who whom whose why over during within ' +
    'between since until as than more most least last past recent latest new old user users person people visitor ' +
    'visitors customer customers event events action actions data results result report table only just also then ' +
    'performed perform triggered trigger fired fire happened happen occurred occur made make took take sent send rate ' +
    'ratio percentage percent conversion converted convert funnel broken down split group grouped if not no ever once ' +
    'times time value values amount sum average top first compare compared daily weekly monthly per it’s let see ' +
    'about unique distinct different various into them up out'
  ).split(' '),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase()) || /^[\d\W]+$/.test(word);
}
