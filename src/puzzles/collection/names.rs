//! Names as people type them: normal forms, matches and suggestions.

use std::{collections::HashMap, sync::LazyLock};

use unicode_normalization::UnicodeNormalization;

use crate::puzzle::PuzzleInfo;

/// Returns a name as one types it: its ASCII letters and digits, in small letters and without
/// accents, with `-` for everything between them.
///
/// ```
/// use huarong::collection::slug;
///
/// assert_eq!(slug("Si Lu Jin Bing (66)"), "si-lu-jin-bing-66");
/// assert_eq!(slug("Héng Dāo Lǐ Mǎ"), "heng-dao-li-ma");
/// assert_eq!(slug("横刀立马"), "");
/// ```
pub fn slug(name: &str) -> String {
    joined(&plain(name), |mark| mark.is_ascii_alphanumeric())
}

/// Returns the [`slug`] of a name that also keeps the letters of all other scripts.
///
/// ```
/// use huarong::collection::normalize_name;
///
/// assert_eq!(normalize_name("Héng Dāo, 横刀"), "heng-dao-横刀");
/// assert_eq!(normalize_name("小旋风 Ⅱ"), "小旋风-ii");
/// ```
pub fn normalize_name(name: &str) -> String {
    joined(&plain(name), char::is_alphanumeric)
}

/// Returns a text in small letters without accents.
fn plain(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    // Only the accents of Latin letters: the marks of other scripts make another letter.
    let is_accent = |mark: &char| ('\u{300}'..='\u{36f}').contains(mark);
    name.nfkd()
        .filter(|mark| !is_accent(mark))
        .nfc()
        .flat_map(char::to_lowercase)
        .collect()
}

/// Joins the runs of characters that are parts with `-`.
fn joined(text: &str, is_part: impl Fn(char) -> bool) -> String {
    text.split(|mark| !is_part(mark))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// Returns the [normalized](normalize_name) name in simplified characters.
///
/// ```
/// use huarong::collection::searched;
///
/// assert_eq!(searched("橫刀立馬"), "横刀立马");
/// ```
pub fn searched(name: &str) -> String {
    normalize_name(name).chars().map(simplified).collect()
}

/// The simplified characters in names of puzzles, pieces and families, each before its traditional
/// forms.
pub const TRADITIONAL: &str = "\
    与與 东東 两兩 临臨 义義 乔喬 乱亂 于於 云雲 亲親 仓倉 众眾衆 优優 俩倆 \
    克剋 兑兌 关關 兽獸 内內 军軍 冯馮 冲沖衝 凉涼 凤鳳 出齣 别別 升昇 单單 \
    厌厭 双雙 叠疊 后後 吕呂 回迴 园園 围圍 图圖 声聲 壶壺 处處 复復複 头頭 \
    夹夾 奖獎 妆妝 宫宮 将將 尽盡儘 局侷 层層 峦巒 峰峯 布佈 干乾幹 并並併 \
    广廣 庐廬 开開 异異 归歸 当當 径徑逕 志誌 忧憂 怀懷 恒恆 战戰 扰擾 拥擁 \
    择擇 挡擋 挥揮 换換 据據 摇搖 敌敵 数數 斗鬥 断斷 旋鏇 无無 既旣 时時 \
    晋晉 暗闇 来來 杨楊 杯盃 桥橋 梁樑 棋棊 楼樓 横橫 檐簷 欢歡 欲慾 歼殲 气氣 \
    没沒 沥瀝 泄洩 泽澤 济濟 涡渦 游遊 犹猶 独獨 狮獅 现現 琼瓊 瑶瑤 瓮甕 \
    码碼 种種 称稱 穷窮 窥窺 竖豎 系係繫 绂紱 结結 绩績 缈緲 缥縹 网網 罗羅 \
    罢罷 联聯 腾騰 节節 苏蘇 荆荊 莱萊 营營 蒙矇 蓝藍 虚虛 觞觴 触觸 让讓 \
    讼訟 设設 诗詩 诸諸 调調 谦謙 踪蹤 车車 转轉 轮輪 辉輝 辕轅 辟闢 过過 \
    进進 选選 遁遯 里裏裡 钟鐘鍾 铁鐵 镜鏡 长長 门門 闪閃 闯闖 间間 队隊 阳陽 \
    阵陣 陆陸 陈陳 随隨 难難 雾霧 面麵 顺順 顾顧 颠顛 风風 飞飛 马馬 鱼魚 \
    鳖鱉鼈 鸭鴨 鸿鴻 齐齊 龙龍 \
    华華 呼嘑 块塊 岐歧 张張 盘盤 谜謎 赵趙 雁鴈 题題 黄黃";

/// The simplified form of each traditional character.
static SIMPLIFIED: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    TRADITIONAL
        .split(' ')
        .flat_map(|group| {
            let simple = group.chars().next();
            group.chars().filter_map(move |form| Some((form, simple?)))
        })
        .collect()
});

/// Returns the simplified form of a character, or the character.
fn simplified(character: char) -> char {
    if character.is_ascii() {
        character
    } else {
        *SIMPLIFIED.get(&character).unwrap_or(&character)
    }
}

/// Returns the first letters of a Chinese name in pinyin: `hdlm` for Heng Dao Li Ma.
pub fn initials(title: &PuzzleInfo) -> Option<String> {
    let is_chinese = title
        .translations
        .iter()
        .any(|(language, _)| language.starts_with("zh"));
    let initials: String = slug(title.name.as_deref().filter(|_| is_chinese)?)
        .split('-')
        .filter(|word| word.starts_with(|it: char| it.is_ascii_lowercase()))
        .filter_map(|word| word.chars().next())
        .collect();
    (initials.len() >= LEAST_INITIALS).then_some(initials)
}

/// The number of letters of initials that are found by their beginning.
const LEAST_INITIALS: usize = 3;

/// The names of a puzzle in the form that is [searched].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchedNames {
    names: Vec<String>,
    initials: Option<String>,
}

impl SearchedNames {
    /// Returns the names of a puzzle and one name more, such as that of its file.
    pub fn new(title: &PuzzleInfo, other: &str) -> Self {
        SearchedNames {
            names: title.names().chain([other]).map(searched).collect(),
            initials: initials(title),
        }
    }
}

/// A search for names that contain words, in any order and spelling.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Query(String);

/// The quality of a match, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NameRank {
    /// The name begins with the query, in whole words.
    First,
    /// The name begins with the query.
    Prefix,
    /// The name contains the query, in whole words.
    Whole,
    /// A word of the name begins with the query.
    Within,
    /// The names contain the words of the query.
    Words,
}

impl Query {
    pub fn new(text: &str) -> Self {
        Query(searched(text))
    }

    /// Whether the query has neither a letter nor a digit; it then matches all names.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the quality of the best match among the names of a puzzle; `None` unless each word
    /// occurs in a name or begins the initials.
    pub fn rank(&self, of: &SearchedNames) -> Option<NameRank> {
        let mut initials = of
            .initials
            .iter()
            .filter(|_| self.0.len() >= LEAST_INITIALS);
        if initials.any(|initials| initials.starts_with(&self.0)) {
            return Some(NameRank::First);
        }
        let mut words = self.0.split('-').filter(|word| !word.is_empty());
        let ranks = || of.names.iter().filter_map(|name| self.rank_of(name));
        words
            .all(|word| of.names.iter().any(|name| name.contains(word)))
            .then(|| ranks().min().unwrap_or(NameRank::Words))
    }

    /// Returns the quality of the match of the whole query and a searched name.
    pub fn rank_of(&self, name: &str) -> Option<NameRank> {
        if self.is_empty() {
            return None;
        }
        let ranks = name.match_indices(&self.0).map(|(from, _)| {
            let rest = &name[from + self.0.len()..];
            let ends = rest.is_empty() || rest.starts_with('-');
            match (from == 0, name[..from].ends_with('-'), ends) {
                (true, _, true) => NameRank::First,
                (true, _, false) => NameRank::Prefix,
                (false, true, true) => NameRank::Whole,
                (false, true, false) => NameRank::Within,
                (false, false, _) => NameRank::Words,
            }
        });
        ranks.min()
    }
}

/// Returns the [searched](searched()) form of a name if it is not empty.
pub fn typed(name: &str) -> Option<String> {
    Some(searched(name)).filter(|name| !name.is_empty())
}

/// Returns the indexes of the titles that match `wanted` best; see [`Collection::find`].
pub fn best_matches<'a>(titles: impl Iterator<Item = &'a PuzzleInfo>, wanted: &str) -> Vec<usize> {
    let slug = typed(wanted);
    let mut best = None;
    let mut found = Vec::new();
    for (index, title) in titles.enumerate() {
        let Some(rank) = rank(title, wanted, slug.as_deref()) else {
            continue;
        };
        if best.is_none_or(|best| rank < best) {
            best = Some(rank);
            found.clear();
        }
        if best == Some(rank) {
            found.push(index);
        }
    }
    found
}

/// Returns the quality of the match of `wanted`, or its slug, and this puzzle: 0 is the best.
fn rank(title: &PuzzleInfo, wanted: &str, slug: Option<&str>) -> Option<u8> {
    let translations = title.translations.iter().map(|(_, name)| name);
    let names = || title.name.iter().chain(translations.clone());
    let is_slug = |name: &String| slug.is_some_and(|slug| is_typed(name, slug));
    if names().any(|name| name == wanted) {
        Some(0)
    } else if title.aliases.iter().any(|name| name == wanted) {
        Some(1)
    } else if names().any(is_slug) {
        Some(2)
    } else if title.aliases.iter().any(is_slug) {
        Some(3)
    } else if slug.is_some_and(|slug| initials(title).as_deref() == Some(slug)) {
        Some(4)
    } else {
        // The name of a Chinese puzzle often stands behind that of its series.
        let slug = slug.filter(|slug| !slug.is_ascii() && slug.chars().nth(1).is_some())?;
        let is_end = |name: &String| {
            let name = searched(name);
            let series = name.strip_suffix(slug);
            series.is_some_and(|series| series.ends_with('-'))
        };
        names().any(is_end).then_some(5)
    }
}

/// Returns whether `slug` is the typed form of this name. The first letters tell most names apart.
fn is_typed(name: &str, slug: &str) -> bool {
    let is_han = |mark: char| ('\u{4e00}'..='\u{9fff}').contains(&mark);
    let first = |text: &str| text.bytes().next().map(|byte| byte.to_ascii_lowercase());
    let differs = name.is_ascii()
        && first(name).is_some_and(|byte| byte.is_ascii_alphanumeric())
        && first(name) != first(slug)
        || slug.is_ascii() && name.chars().any(is_han);
    !differs && typed(name).as_deref() == Some(slug)
}

/// The least similarity of a suggestion.
const ALIKE: f64 = 0.6;

/// Returns whether a name is short enough to compare: the time grows with both lengths.
fn is_comparable(name: &str) -> bool {
    name.chars().nth(64).is_none()
}

/// Returns one minus the share of letters that differ, or 0 if that is certainly below [`ALIKE`]:
/// letters that only one of two names has tell most pairs apart, in a twentieth of the time of a
/// comparison.
fn similarity(one: &str, other: &str) -> f64 {
    // Letters of equal last bytes are counted together, which only takes more for the same.
    let mut counts = [0_i16; 256];
    let mut length = [0_u16; 2];
    for letter in one.chars() {
        counts[letter as usize % 256] += 1;
        length[0] += 1;
    }
    let mut shared = 0;
    for letter in other.chars() {
        let count = &mut counts[letter as usize % 256];
        shared += u16::from(*count > 0);
        *count -= 1;
        length[1] += 1;
    }
    if f64::from(shared) < ALIKE * f64::from(length[0].max(length[1])) {
        0.0
    } else {
        strsim::normalized_damerau_levenshtein(one, other)
    }
}

/// Returns the name most similar to `wanted`, the first of several, ignoring the case of letters.
/// `None` if no name is similar.
///
/// ```
/// use huarong::collection::nearest;
///
/// assert_eq!(nearest("sovle", ["show", "solve"]), Some("solve"));
/// assert_eq!(nearest("dance", ["show", "solve"]), None);
/// ```
pub fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let names: Vec<&str> = names.into_iter().collect();
    most_alike(wanted, &names, str::to_lowercase, similarity)
        .first()
        .copied()
}

/// Returns up to three names most similar to `wanted`, ignoring the case of letters, as a shell
/// takes them. A beginning of a name is more similar to it than any other name, and a part of a
/// name is similar to it.
pub fn suggestions(wanted: &str, names: &[&str]) -> Vec<String> {
    let normalize = |name: &str| typed(name).unwrap_or_else(|| name.to_lowercase());
    let score = |wanted: &str, name: &str| {
        let is_long = wanted.chars().count() > 1;
        if is_long && name.starts_with(wanted) {
            1.0 + strsim::normalized_damerau_levenshtein(wanted, name)
        } else if is_long && name.contains(wanted) {
            ALIKE.max(similarity(wanted, name))
        } else {
            similarity(wanted, name)
        }
    };
    let mut best: Vec<String> = Vec::new();
    for name in most_alike(wanted, names, normalize, score) {
        let is_plain = |mark: char| mark.is_alphanumeric() || "-_/#.".contains(mark);
        if best.len() < 3 && !best.iter().any(|other| normalize(other) == normalize(name)) {
            let is_plain = name.chars().all(is_plain);
            best.push(if is_plain {
                name.to_owned()
            } else {
                normalize_name(name)
            });
        }
    }
    best
}

/// Returns the names similar to `wanted` by this score of normalized names, the best first.
fn most_alike<'a>(
    wanted: &str,
    names: &[&'a str],
    normalize: fn(&str) -> String,
    score: fn(&str, &str) -> f64,
) -> Vec<&'a str> {
    if wanted.is_empty() || !is_comparable(wanted) {
        return Vec::new();
    }
    let wanted = normalize(wanted);
    let mut alike: Vec<(f64, &str)> = names
        .iter()
        .copied()
        .filter(|name| is_comparable(name))
        .map(|name| (score(&wanted, &normalize(name)), name))
        .filter(|&(score, _)| score >= ALIKE)
        .collect();
    alike.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    alike.into_iter().map(|(_, name)| name).collect()
}

/// Returns the question whether one of these names is meant; `None` if there are no names.
///
/// ```
/// use huarong::collection::did_you_mean;
///
/// assert_eq!(did_you_mean(&["solve"]).as_deref(), Some("did you mean `solve`?"));
/// ```
pub fn did_you_mean<S: AsRef<str>>(names: &[S]) -> Option<String> {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let (last, others) = names.split_last()?;
    Some(match others {
        [] => format!("did you mean `{last}`?"),
        _ => format!("did you mean `{}` or `{last}`?", others.join("`, `")),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accents_and_full_width_letters_are_normalized() {
        let table = [
            ("Élan & Ｃｏ", "elan-co"),
            ("lǜ", "lu"),
            ("  a  --  b  ", "a-b"),
            ("İstanbul", "istanbul"),
            ("!?", ""),
        ];
        for (name, wanted) in table {
            assert_eq!([slug(name), normalize_name(name)], [wanted; 2], "{name}");
        }
        // The marks of other scripts stay.
        assert_eq!(["が", "한글"].map(normalize_name), ["が", "한글"]);
    }

    #[test]
    fn the_most_similar_name_is_found() {
        let names = ["solve", "show", "compare", "Tour"];
        assert_eq!(nearest("sovle", names), Some("solve"));
        assert_eq!(nearest("tuor", names), Some("Tour"));
        assert_eq!(nearest("dance", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest(&"solve".repeat(20), names), None);
        assert_eq!(nearest("ab", ["ac", "bb"]), None, "half alike is not alike");
        assert_eq!(nearest("abc", ["abd", "abe"]), Some("abd"));
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn only_names_that_are_not_alike_are_told_apart_by_their_letters(
            one in "[a-c横刀]{0,9}", other in "[a-c横刀]{0,9}"
        ) {
            let exact = strsim::normalized_damerau_levenshtein(&one, &other);
            let quick = similarity(&one, &other);
            let is_exact = (quick - exact).abs() < f64::EPSILON;
            prop_assert!(is_exact || exact < ALIKE && quick < f64::EPSILON, "{quick} {exact}");
        }

        #[test]
        fn name_normalization_is_idempotent(name in "\\PC{0,20}") {
            for normal in [slug, normalize_name] {
                let once = normal(&name);
                prop_assert_eq!(normal(&once), once);
            }
        }
    }
}
