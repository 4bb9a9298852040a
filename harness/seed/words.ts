// The words for the names of seeded clients and projects.

const words = (text: string) => text.trim().split(/\s+/);

export const firstNames = words(`
  Ada Agnes Alan Alba Amara Ana Anders Anja Anton Beatriz Bela Boris Bruno Carla Carlos Celia Clara Daan Daniel
  Dora Edda Elena Elif Emil Emma Enzo Erik Esther Fatima Felix Fiona Frida Gabriel Greta Hana Hannah Hugo Ida
  Ines Irina Ivan Jakob Jana João Jonas Jörg Julia Karim Katrin Klara Lars Laura Lea Leon Lina Louis Lucía Magda
  Malik Mara Marco María Marta Mateo Mia Mila Nadia Nils Noor Olga Oskar Paula Pavel Petra Rafael Rosa Ruth Samira
  Sara Selma Simon Sofía Sören Stefan Tariq Teresa Theo Tilda Tomás Ulla Vera Victor Wanda Yara Yusuf Zoë
  Иван Мария Ольга Сергей Анна Дмитрий Наталья Юрий Λεωνίδας Ελένη Γιώργος Μαρία Σοφία Νίκος`);

export const lastNames = words(`
  Abbott Almeida Andersson Bauer Becker Bianchi Blanc Borg Braun Castro Chen Costa Dahl Dubois Duarte Eriksen
  Fernández Ferrari Fischer Fontaine Fuchs García Gómez Groß Haas Hansen Herrera Hoffmann Huber Ito Ivanov Jansen
  Jensen Johansson Kaya Keller Kim Klein Koch König Kowalski Krüger Lange Larsen Lefèvre Lehmann Lind Lopes Maier
  Marino Martin Mendes Meyer Moreau Müller Nakamura Navarro Neumann Nguyen Nielsen Novak Öztürk Park Peeters
  Pereira Petersen Ramos Rey Richter Rossi Roux Ruiz Santos Sato Schäfer Schmidt Schröder Silva Singh Sousa Suzuki
  Tanaka Torres Vargas Vidal Virtanen Vogel Wagner Walker Weber Weiß Wójcik Yılmaz Zimmermann
  Петров Иванова Смирнов Кузнецова Соколов Παπαδόπουλος Γεωργίου Δημητρίου`);

export const trades = words(`
  Amber Anchor Apple Arc Ash Atlas Aurora Bakery Barley Beacon Birch Bloom Blue Books Bridge Brook Canvas Carbon
  Cedar Ceramics Chalk Cinder Clay Clover Coast Cobalt Compass Copper Coral Cotton Crane Dawn Delta Dune Eagle Echo
  Elm Ember Fable Falcon Fern Field Finch Flint Forest Forge Fox Garden Glass Grain Granite Harbour Harvest Hazel
  Heron Hill Honey Indigo Iron Ivory Jasper Juniper Kestrel Kiln Lantern Larch Lark Lemon Linen Lotus Lunar Maple
  Marble Meadow Mill Mint Mosaic Moss Museum Nectar North Oak Oat Olive Opal Orchard Orchid Otter Paper Pearl
  Pebble Pine Plum Poppy Prairie Quarry Quartz Quill Rain Raven Reed River Robin Rowan Ruby Saffron Sage Salt
  Sand Sable Shore Silver Slate Solar Sparrow Spruce Steel Stone Summit Swift Terra Thistle Timber Tulip Umber
  Valley Velvet Violet Walnut Willow Wren Yarrow Zephyr Море Река Сад Αιγαίο Φως Straßenbau Gärtnerei Bäckerei`);

export const forms = words('Ltd GmbH SARL Inc Studio Studio Group Partners Works ООО АО Α.Ε. AB Oy Srl');

export const jobs = words(
  'Website Rebrand Campaign Brochure App Identity Packaging Catalogue Film Newsletter Signage Shop Audit Exhibition',
);

/** A word in the names of five clients of each workspace, regardless of its size. */
export const rareWord = 'Quetzalcoatl';
