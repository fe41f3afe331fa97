import { familyNames, givenNames, type Choices } from '@svc/demo';

/** Together with the names of the demo data enough for some ten thousand different names. */
const moreGivenNames = `Ágnes Aisha Alejandro Anaïs Anders André Antônio Aurélie Ayşe Björn Camila Cécile Chinwe David
  Emeka Esther François Gökhan Grace Håkon Hélène Inês Isabel Jakub Jean-Luc Jérôme João José Kateřina Khadija Łukasz
  Małgorzata Mamadou Marie-Claire Martín Mehmet Mónica Nadia Nils Noémie Oksana Olivia Pádraig Raúl René Rubén Samuel
  Sílvia Søren Stéphane Şebnem Thérèse Valentina Victor Wanjiku Yasmine Zoë Владимир Светлана خالد ليلى नेहा 陈静 健太 민준`
  .split(/\s+/); // prettier-ignore

const moreFamilyNames = `Adeyemi Andersson Ångström Aydın Balogun Barbosa Béranger Bianchi Björk Brânză Castillo Chukwu
  Costa Dąbrowski D’Angelo Diallo Díaz Durand Erdoğan Esposito Fischer Fournier García Gómez González Grünwald Gutiérrez
  Hansen Hernández Hoffmann Horváth Ibáñez Jørgensen Kamau Keita Kováč Kowalczyk Krüger Lefèvre Lindström Mbeki Mendoza
  Meyer Mohamed Molnár Müller Muñoz Mwangi Nagy Ndiaye Nguyễn Núñez O’Connor Öztürk Papadopoulos Pereira Ramírez Rodríguez
  Sánchez Şahin Sørensen Suárez Szabó Tanaka Toussaint Trần Vásquez Virtanen Weiß Wójcik Ximénez Zając Żukowski Соколов
  Кузнецова Шевченко السيد منصور 王 李 박 鈴木 गुप्ता Γεωργίου כהן`.split(/\s+/); // prettier-ignore

const given: readonly string[] = [...givenNames, ...moreGivenNames];
const family: readonly string[] = [...familyNames, ...moreFamilyNames];

/** A name of a person; every tenth has two family names. */
export function personName(choices: Choices): string {
  const second = choices.next() < 0.1 ? ` ${choices.one(family)}` : '';
  return `${choices.one(given)} ${choices.one(family)}${second}`;
}
