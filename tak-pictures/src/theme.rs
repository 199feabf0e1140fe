//! The colours of a picture. The page of `tak-engine serve` has themes of the same names.

use tak_encoding::Color;

use crate::scene::Ink;

/// The colours to choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// A board of wood.
    Wood,
    /// White and black, for those who see little.
    Contrast,
}

/// All colours of a picture.
#[derive(Debug)]
pub(crate) struct Palette {
    pub(crate) background: Ink,
    pub(crate) text: Ink,
    /// The squares of the colour of a1, and the others.
    pub(crate) squares: [Ink; 2],
    /// The background of the pieces in hand.
    pub(crate) panel: Ink,
    /// Marks the last move and whose turn it is.
    pub(crate) accent: Ink,
    /// A finished road.
    pub(crate) road: Ink,
    pub(crate) shadow: Ink,
    /// Numbers on squares and beside the pieces in hand.
    pub(crate) text_on_board: Ink,
    pub(crate) text_on_panel: Ink,
    pieces: [Pieces; 2],
}

/// The colours of one player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    pub(crate) flat: Ink,
    /// Walls and capstones, which may stand on a flat of the same player.
    pub(crate) standing: Ink,
    pub(crate) edge: Ink,
    /// The outline of walls and capstones.
    pub(crate) standing_edge: Ink,
    /// Text on the player's flats.
    pub(crate) text: Ink,
}

impl Palette {
    pub(crate) fn pieces(&self, color: Color) -> Pieces {
        self.pieces[color.index()]
    }
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Light, Self::Dark, Self::Wood, Self::Contrast];

    /// The theme of that name: `light`, `dark`, `wood` or `contrast`.
    ///
    /// ```
    /// use tak_pictures::Theme;
    ///
    /// assert_eq!(Theme::named("wood"), Some(Theme::Wood));
    /// assert_eq!(Theme::named("blue"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// Its name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Wood => "wood",
            Self::Contrast => "contrast",
        }
    }

    pub(crate) fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
            Self::Wood => &WOOD,
            Self::Contrast => &CONTRAST,
        }
    }
}

static LIGHT: Palette = Palette {
    background: Ink::rgb(0xf0_e9da),
    text: Ink::rgb(0x51_4734),
    squares: [Ink::rgb(0xd9_c7a3), Ink::rgb(0xe6_d8ba)],
    panel: Ink::rgb(0xc9_b58d),
    accent: Ink::rgb(0x7f_b03c),
    road: Ink::rgb(0xe8_9a2c),
    shadow: Ink::rgb(0x3a_2e18).thin(60),
    text_on_board: Ink::rgb(0x51_4734),
    text_on_panel: Ink::rgb(0x40_3724),
    pieces: [
        Pieces {
            flat: Ink::rgb(0xfe_fbf3),
            standing: Ink::rgb(0xff_ffff),
            edge: Ink::rgb(0x85_7350),
            standing_edge: Ink::rgb(0x85_7350),
            text: Ink::rgb(0x51_4734),
        },
        Pieces {
            flat: Ink::rgb(0x56_504a),
            standing: Ink::rgb(0x38_3430),
            edge: Ink::rgb(0x1f_1b17),
            standing_edge: Ink::rgb(0xa8_9f92),
            text: Ink::rgb(0xf6_f1e6),
        },
    ],
};

static DARK: Palette = Palette {
    background: Ink::rgb(0x1f_262b),
    text: Ink::rgb(0xd3_dce1),
    squares: [Ink::rgb(0x5a_6a74), Ink::rgb(0x66_7782)],
    panel: Ink::rgb(0x47_545d),
    accent: Ink::rgb(0x8c_c152),
    road: Ink::rgb(0xf0_a63a),
    shadow: Ink::rgb(0x00_0000).thin(70),
    text_on_board: Ink::rgb(0xe6_ecef),
    text_on_panel: Ink::rgb(0xe6_ecef),
    pieces: [
        Pieces {
            flat: Ink::rgb(0xdd_e4e8),
            standing: Ink::rgb(0xff_ffff),
            edge: Ink::rgb(0x3b_474f),
            standing_edge: Ink::rgb(0x3b_474f),
            text: Ink::rgb(0x2a_333a),
        },
        Pieces {
            flat: Ink::rgb(0x36_4149),
            standing: Ink::rgb(0x20_282d),
            edge: Ink::rgb(0x0c_1013),
            standing_edge: Ink::rgb(0x8f_9ca5),
            text: Ink::rgb(0xe6_ecef),
        },
    ],
};

static WOOD: Palette = Palette {
    background: Ink::rgb(0xe6_d8c0),
    text: Ink::rgb(0x2b_1d10),
    squares: [Ink::rgb(0xb8_8a55), Ink::rgb(0xc9_9d69)],
    panel: Ink::rgb(0x9c_6f3f),
    accent: Ink::rgb(0xf2_c14e),
    road: Ink::rgb(0xd2_5410),
    shadow: Ink::rgb(0x32_2814).thin(71),
    text_on_board: Ink::rgb(0x2b_1d10),
    text_on_panel: Ink::rgb(0xff_f6e4),
    pieces: [
        Pieces {
            flat: Ink::rgb(0xf7_e9cb),
            standing: Ink::rgb(0xff_f6e4),
            edge: Ink::rgb(0x8a_6a3a),
            standing_edge: Ink::rgb(0x8a_6a3a),
            text: Ink::rgb(0x2b_1d10),
        },
        Pieces {
            flat: Ink::rgb(0x54_301a),
            standing: Ink::rgb(0x3a_1f0f),
            edge: Ink::rgb(0x24_1309),
            standing_edge: Ink::rgb(0xc9_a277),
            text: Ink::rgb(0xf7_e9cb),
        },
    ],
};

/// Nothing depends on shades.
static CONTRAST: Palette = Palette {
    background: Ink::rgb(0x00_0000),
    text: Ink::rgb(0xff_ffff),
    squares: [Ink::rgb(0x3c_3c3c), Ink::rgb(0x55_5555)],
    panel: Ink::rgb(0x6c_6c6c),
    accent: Ink::rgb(0xaa_8800),
    road: Ink::rgb(0xff_8800),
    shadow: Ink::rgb(0x00_0000).thin(0),
    text_on_board: Ink::rgb(0xff_ffff),
    text_on_panel: Ink::rgb(0xff_ffff),
    pieces: [
        Pieces {
            flat: Ink::rgb(0xff_ffff),
            standing: Ink::rgb(0xff_ffff),
            edge: Ink::rgb(0x00_0000),
            standing_edge: Ink::rgb(0x00_0000),
            text: Ink::rgb(0x00_0000),
        },
        Pieces {
            flat: Ink::rgb(0x00_0000),
            standing: Ink::rgb(0x00_0000),
            edge: Ink::rgb(0xff_ffff),
            standing_edge: Ink::rgb(0xff_ffff),
            text: Ink::rgb(0xff_ffff),
        },
    ],
};
