/** The languages for which the engine can sort texts: its `system.collations`. */
const COLLATIONS: ReadonlySet<string> = new Set(
  `af am ar ar_SA as az be bg blo bn bo br bs bs_Cyrl ca ceb chr cs cy da de de_AT dsb dz ee el en en_US
   en_US_POSIX eo es et fa fa_AF ff ff_Adlm fi fil fo fr fr_CA fy ga gl gu ha haw he he_IL hi hr hsb hu hy id
   id_ID ig is it ja ka kk kk_Arab kl km kn ko kok ku ky lb lij lkt ln lo lt lv mk ml mn mr ms mt my nb nb_NO ne
   nl nn no nso om or pa pa_Guru pa_Guru_IN pl ps pt ro ru sa se si sk sl smn sq sr sr_Cyrl sr_Cyrl_BA
   sr_Cyrl_ME sr_Cyrl_RS sr_Latn sr_Latn_BA sr_Latn_RS st sv sw ta te th tk tn to tr ug uk ur uz vi wae wo xh
   yi yo zh zh_Hans zh_Hans_CN zh_Hans_SG zh_Hant zh_Hant_HK zh_Hant_MO zh_Hant_TW zu`.split(/\s+/),
);

export function isCollation(language: string): boolean {
  return COLLATIONS.has(language);
}
